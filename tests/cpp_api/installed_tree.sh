#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# installed_tree.sh BUILD CMAKE CXX CC: installs into a temporary folder, moves it, and builds and
# runs examples/cpp and a C program there, with nothing of the build tree within reach.
set -euo pipefail
build=$1 cmake=$2 cxx=$3 cc=$4
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf 'installed_tree: %s\n' "$*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$work/first" >"$work/log" 2>&1 || { cat "$work/log"; fail "cmake --install"; }
mv "$work/first" "$work/moved tree"
tree="$work/moved tree"
export TACK_CACHE_DIR="$work/cache"
unset TACK_LLVM_LIBRARY

# Public headers include each other, the standard library and nothing else, and stand alone.
for header in "$tree"/include/tack/*.hpp; do
  echo "#include <tack/$(basename "$header")>" >"$work/one.cpp"
  "$cxx" -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Werror -I "$tree/include" "$work/one.cpp"
done
"$cc" -std=c99 -pedantic -fsyntax-only -Wall -Wextra -Werror -x c "$tree/include/tack/tack.h"
! grep -rnE '#include ["<](llvm|ir|frontend|runtime|compile|launch|support)/' "$tree/include" || fail "an internal header"

# What is no argument is refused in words, whatever the compiler makes of concepts.
for mistake in $(grep -o 'MISTAKE_[A-Z][A-Z]*' "$here/mistakes.cpp" | sort -u); do
  wanted=$(grep -A1 "defined($mistake)" "$here/mistakes.cpp" | sed -n 's|^ *// ||p')
  ! "$cxx" -std=c++20 -fsyntax-only -D "$mistake" -I "$tree/include" "$here/mistakes.cpp" 2>"$work/log" ||
    fail "mistakes.cpp compiles with $mistake"
  grep -q "error: static assertion failed.*$wanted" "$work/log" || { cat "$work/log"; fail "$mistake: not '$wanted'"; }
done

# Exported names: those of tack.h, each declared there.
nm -D --defined-only "$tree/lib/libtack.so" | awk '$2 == "T" {print $3}' | sort >"$work/exported"
grep -oE '\btack_[a-z_]+\(' "$tree/include/tack/tack.h" | tr -d '(' | sort -u >"$work/declared"
diff "$work/declared" "$work/exported" || fail "libtack.so exports other names than tack.h declares"

"$cmake" -S "$source/examples/cpp" -B "$work/build" -DCMAKE_PREFIX_PATH="$tree" \
  -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Release >"$work/log" 2>&1 ||
  { cat "$work/log"; fail "examples/cpp: cmake"; }
"$cmake" --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; fail "examples/cpp: build"; }
"$work/build/from_text" >"$work/out" || { cat "$work/out"; fail "from_text"; }
cat "$work/out"
grep -q 'saxpy: 1000000 numbers' "$work/out" || fail "from_text printed something else"
grep -q "x\[i\] = scale \* x\[i\]" "$work/out" || fail "from_text shows no line of source"
"$work/build/from_file" || fail "from_file"
"$work/build/objects" || fail "objects"
"$work/build/points" >"$work/out" || { cat "$work/out"; fail "points"; }
grep -q 'in iteration i = 99999' "$work/out" || fail "points names no iteration"
ls "$work/cache"/* >/dev/null || fail "nothing was kept in the disk cache"

# A C program; it also says which code generator is in its memory.
"$cc" -std=c99 -Wall -Wextra -Werror "$here/from_c.c" -I "$tree/include" -L "$tree/lib" -ltack \
  -Wl,-rpath,"$tree/lib" -o "$work/from_c"
TACK_CACHE=0 "$work/from_c" "$tree/lib/libtack_llvm.so" || fail "from_c"

"$tree/bin/tack" --version
"$tree/bin/tack" check "$source/examples/cpp/kernels.py" || fail "tack check"
printf 'i32 main(void)\n    {\n    return 0;\n    }\n' >"$work/main.xc"
"$tree/bin/xcc" "$work/main.xc" -o "$work/main" && "$work/main" || fail "xcc"
