#!/bin/sh
# Makes random calls to the device: fuzz.sh [SECONDS [SEED]]; fuzz_device prints
# the seed.
exec /root/fuzz_device "${1:-12}" "${2:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}"
