#!/bin/sh
# What `make install` puts in place is enough to build the README's program: TAP.
# Usage: install.sh SOURCE_ROOT [BUILD_FOLDER | PREFIX]
# BUILD_FOLDER is a finished build; without it, one is made from nothing. PREFIX is a folder such as /usr in which
# everything is installed already, and stays.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
source=$(cd "$1" && pwd)

# Usage: report NAME COMMAND...
report() {
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed 's/^/# /' "$work/log"
    fi
}

has_all() {
    for file in "$@"; do
        [ -e "$work/usr/$file" ] || [ -e "$work/usr/$file.gz" ] || { # as Debian has manuals
            echo "missing: $file"
            return 1
        }
    done
}

# The blocks of C in a page.
code_of() {
    # shellcheck disable=SC2016 # backticks are the fence of a code block
    sed -n '/^```c$/,/^```$/p' "$1" | sed '/^```/d'
}

# The README's example, with a main that runs it on a sample.
make_program() {
    code_of "$source/README.md" >"$work/program.c"
    cat >>"$work/program.c" <<'END'
int main(int argc, char **argv)
{
    static char bytes[1 << 16];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    return !file || count_components(bytes, fread(bytes, 1, sizeof bytes, file)) != 52;
}
END
}

# Usage: build SOURCE COMPILER... -- pkg-config's flags...
build() {
    file=$1 compiler=
    shift
    while [ "$1" != -- ]; do
        compiler="$compiler $1"
        shift
    done
    shift
    PKG_CONFIG_PATH=$(dirname "$(find "$work/usr/" -name overworld.pc)")
    flags=$(PKG_CONFIG_PATH=$PKG_CONFIG_PATH pkg-config "$@" overworld) || return 1
    # shellcheck disable=SC2086
    $compiler -Wall -Wextra -pedantic -Werror -o "$work/program" "$file" $flags
}

build_with() {
    build "$work/program.c" cc -std=c11 -- "$@"
}

# The path of the shared library that was installed. The folder depends on the system: lib/, lib64/ or lib/TRIPLET/.
shared_library() {
    find "$work/usr/" -name liboverworld.so
}

# Usage: run COMMAND...: with the shared library that was installed.
run() {
    LD_LIBRARY_PATH=$(dirname "$(shared_library)") "$@"
}

run_program() {
    run "$work/program" "$source/samples/four-bit-adder.partialworld"
}

# The program of docs/start/programmer.md changes a level, which stays sound.
run_tour() {
    run "$work/program" "$source/samples/level-v4.lvd" "$work/changed.lvd" >"$work/told" || return 1
    cat "$work/told"
    grep -q '^LevelD' "$work/told" && grep -q '^thing 20 at 24, 24: the warden$' "$work/told" &&
        run "$work/usr/bin/overworld" check "$work/changed.lvd" &&
        run "$work/usr/bin/overworld" info "$work/changed.lvd" | grep 'The tour'
}

run_cpp() {
    build "$source/tests/install.cpp" c++ -std=c++11 -- --cflags --libs && run "$work/program"
}

# The symbols that the shared library defines, one a line: NAME@@VERSION.
symbols() {
    nm -D --defined-only --with-symbol-versions "$(shared_library)" |
        awk '$2 != "A" { print $3 }'
}

only_ours_leave() {
    symbols | grep -v "^ow_[a-z0-9_]*@@OVERWORLD_$interface\$" >"$work/strangers"
    cat "$work/strangers"
    [ -n "$(symbols)" ] && [ ! -s "$work/strangers" ]
}

# Every name that a header declares with OW_API can be linked.
all_declared_leave() {
    symbols | sed 's/@.*//' | sort >"$work/defined"
    grep -hv '^#' "$work"/usr/include/overworld/*.h | tr '\n' ' ' | grep -oE 'OW_API [^;(]*[;(]' |
        sed 's/[;(]$//; s/.*[ *]//' | sort >"$work/declared"
    diff "$work/declared" "$work/defined"
}

is_named_after_its_interface() {
    objdump -p "$(shared_library)" | grep "SONAME *liboverworld.so.$interface\$"
}

# Usage: is_hardened FILE
# What the loader resolves is read-only, the stack is not executable, and code can be loaded anywhere.
is_hardened() {
    readelf -hlW -d "$1" >"$work/elf" || return 1
    cat "$work/elf"
    grep -q '^  Type: *DYN ' "$work/elf" && grep -q '^  GNU_RELRO ' "$work/elf" && grep -q 'BIND_NOW\|Flags:.* NOW' "$work/elf" &&
        grep -q '^  GNU_STACK .* RW ' "$work/elf"
}

all_are_hardened() {
    is_hardened "$work/usr/bin/overworld" && is_hardened "$(shared_library)"
}

# _FORTIFY_SOURCE puts checked calls in place of those of libc.
is_fortified() {
    nm -D --undefined-only "$work/usr/bin/overworld" | grep '__[a-z]*_chk\(@\|$\)'
}

# Usage: report_symbols NAME COMMAND: only where libraries are ELF files.
report_symbols() {
    case $(uname -s) in
    Linux | *BSD) report "$@" ;;
    *) count=$((count + 1)) && echo "ok $count - $1 # SKIP no symbol versions on this system" ;;
    esac
}

version=$("$source/scripts/version.sh")
case $version in
0.*) interface=${version%.*} ;;
*) interface=${version%%.*} ;;
esac

# A finished build is installed below a folder of its own. What the last `make install` noted of it is kept.
if [ $# -gt 1 ] && [ ! -f "$2/build.ninja" ]; then
    ln -s "$(cd "$2" && pwd)" "$work/usr"
elif [ $# -gt 1 ]; then
    build=$(cd "$2" && pwd)
    notes=$build/meson-logs/install-log.txt
    export DESTDIR="$work/root" PKG_CONFIG_SYSROOT_DIR="$work/root"
    if [ -f "$notes" ]; then cp "$notes" "$work/notes"; fi
    report "installs what is built" meson install --no-rebuild -C "$build"
    prefix=$(find "$work/root" -path '*/bin/overworld' | sed 's|/bin/overworld$||')
    ln -s "$prefix" "$work/usr"
else
    build=$work/build
    report "is set up" meson setup "$build" "$source" --prefix "$work/usr"
    report "installs what it builds" meson install -C "$build"
fi
report "command, headers, man page, completion" has_all bin/overworld include/overworld/overworld.h \
    include/overworld/base.h include/overworld/blotter.h share/man/man1/overworld.1 \
    share/bash-completion/completions/overworld.bash share/zsh/site-functions/_overworld \
    share/fish/vendor_completions.d/overworld.fish
report "JSON Schemas of formats and of what --json writes" has_all \
    share/overworld/schema/blotter.schema.json share/overworld/schema/structure.schema.json \
    share/overworld/schema/info.schema.json share/overworld/schema/check.schema.json \
    share/overworld/schema/show.schema.json
report_symbols "only public names leave the shared library, with their version" only_ours_leave
report_symbols "and all of them do" all_declared_leave
report_symbols "its soname follows the rule" is_named_after_its_interface
report_symbols "the command and the library are hardened: PIE, RELRO, a stack without code" all_are_hardened
report_symbols "and libc checks sizes that the compiler knows" is_fortified
make_program
report "the README's program builds with pkg-config" build_with --cflags --libs
report "and runs with the shared library" run_program
code_of "$source/docs/start/programmer.md" >"$work/tour.c"
report "the program of docs/start/programmer.md builds" build "$work/tour.c" cc -std=c11 -- --cflags --libs
report "and does what the page tells" run_tour
if command -v c++ >/dev/null; then
    report "a program in C++ builds and runs" run_cpp
else
    count=$((count + 1))
    echo "ok $count - a program in C++ builds and runs # SKIP there is no C++ compiler"
fi
# Usage: build_part NAME HEADER EXPRESSION: a program that needs one part of the library.
build_part() {
    printf '#include <overworld/%s>\nint main(void)\n{\n    return !(%s);\n}\n' "$2" "$3" >"$work/part.c"
    # shellcheck disable=SC2046
    cc -std=c11 -o "$work/part" "$work/part.c" $(PKG_CONFIG_PATH=$(dirname "$(find "$work/usr/" -name overworld.pc)") \
        pkg-config --cflags --libs "overworld-$1") && "$work/part" && ! ldd "$work/part" | grep overworld
}
report "formats alone build with pkg-config" build_part formats formats.h 'ow_format_by_name("blotter")'
report "formats and pictures do" build_part pictures picture.h '((ow_scene_close(0)), 1)'
report "formats and circuits do" build_part circuits netlist.h '*ow_logic_name(OW_LOGIC_AND)'
if [ -z "${build:-}" ]; then
    echo "1..$count"
    exit
fi
find "$work/usr/" -name 'liboverworld.so*' -exec mv {} "$work" \;
report "it builds with the archive too" build_with --static --cflags --libs
report "and runs with it" "$work/program" "$source/samples/four-bit-adder.partialworld"
# Nothing is left of what was installed, but for the libraries that were moved away above.
uninstalls() {
    ninja -C "$build" uninstall && [ -z "$(find "$work/usr/" ! -type d)" ]
}
report "and all of it is taken away again" uninstalls
if [ -f "$work/notes" ]; then cp "$work/notes" "$notes"; fi
echo "1..$count"
