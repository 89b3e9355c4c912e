# SPDX-License-Identifier: GPL-2.0
# Nix: nix-build -E '(import <nixpkgs> { }).callPackage ./rtla.nix { }', beside the archive of
# 'make dist-source'. Not tried: nix-instantiate has only parsed it.
{ stdenv, clang, pkg-config, libbpf, jansson, kmod, libtracefs, libtraceevent, trace-cmd, procps, ncurses, zlib, libxcrypt }:

stdenv.mkDerivation {
  pname = "rtla-latency";
  version = "0.1";
  src = ./rtla-0.1.tar.gz;
  nativeBuildInputs = [ clang pkg-config ];
  buildInputs = [ libbpf jansson kmod libtracefs libtraceevent trace-cmd procps ncurses zlib libxcrypt ];
  makeFlags = [ "-C" "tools/rtla" "PREFIX=$(out)" ];
}
