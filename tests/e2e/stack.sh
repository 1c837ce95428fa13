#!/usr/bin/env bash
# No function takes 32 kB of the stack at once: where memory ran out, a stack that cannot grow ends the server.
# The same with every server major
. "$(dirname "$0")/../../scripts/env.sh"

if [[ $(uname -m) != x86_64 ]]; then
    say 'skipped: reads the machine code of x86-64'
    exit
fi
# Rust has what takes some pages touch them one by one, in a loop that ends at r11.
frames() {
    objdump -d --no-show-raw-insn "$1" |
        awk '/mov +%rsp,%r11/ { next_line = NR + 1; next } NR == next_line && /sub +\$0x[0-9a-f]+,%r11/'
}
large() { grep -E '\$0x([89a-f][0-9a-f]{3}|[0-9a-f]{5,}),'; }

# That is what it looks like.
cat >"$BUILD/frame.rs" <<'EOF'
#[unsafe(no_mangle)]
pub fn frame(at: usize) -> u8 {
    std::hint::black_box([7u8; 40_000])[at]
}
EOF
rustc --crate-type cdylib -O -o "$BUILD/frame.so" "$BUILD/frame.rs"
frames "$BUILD/frame.so" | large >/dev/null || die 'does not find a large frame'

if frames "$LIBRARY" | large; then die "large frames in $LIBRARY"; fi
say "$(frames "$LIBRARY" | wc -l) functions that take some pages, none 32 kB"
