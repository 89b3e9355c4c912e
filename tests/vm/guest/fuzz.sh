#!/bin/sh
# Random calls of the device: fuzz.sh [SECONDS [SEED]]; the seed is printed.
exec /root/fuzz_device "${1:-12}" "${2:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}"
