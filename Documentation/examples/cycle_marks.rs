// SPDX-License-Identifier: MIT
//! A loop in Rust whose cycles are marked for "rtla cycle", as the header rtla_cycle.h marks
//! them in C:
//!
//!     rustc -O cycle_marks.rs
//!     rtla cycle --mark rust -- ./cycle_marks

/// Leaves an instruction that does nothing, and a note about where it is.
macro_rules! cycle_mark {
    ($provider:literal, $name:literal) => {
        unsafe {
            core::arch::asm!(
                "990: nop",
                ".pushsection .note.stapsdt,\"?\",\"note\"",
                ".balign 4",
                ".long 992f-991f, 994f-993f, 3",
                "991: .asciz \"stapsdt\"",
                "992: .balign 4",
                "993: .quad 990b, 0, 0",
                concat!(".asciz \"", $provider, "\", \"", $name, "\", \"\""),
                "994: .balign 4",
                ".popsection",
                options(nostack, preserves_flags)
            )
        }
    };
}

/// Ends a cycle when it goes out of scope.
struct Cycle;

impl Cycle {
    #[inline(always)]
    fn begin() -> Cycle {
        cycle_mark!("rtla_begin", "rust");
        Cycle
    }
}

impl Drop for Cycle {
    #[inline(always)]
    fn drop(&mut self) {
        cycle_mark!("rtla_end", "rust");
    }
}

fn main() {
    let cycles = std::env::args().nth(1).map_or(1000, |n| n.parse().expect("a number"));
    let mut sum = 0u64;
    for _ in 0..cycles {
        std::thread::sleep(std::time::Duration::from_millis(10));
        let _cycle = Cycle::begin();
        sum = (0..10000u64).fold(sum, |all, one| std::hint::black_box(all ^ one));
    }
    println!("{sum}");
}
