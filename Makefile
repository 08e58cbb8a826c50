# The front door: every target installs what it lacks (Debian packages) and leaves the rest to Meson.
# Plain `make` leaves build/overworld.

BUILD_PACKAGES = meson ninja-build pkg-config gcc libc6-dev libspng-dev libexpat1-dev zlib1g-dev libsqlite3-dev libmd-dev libpq-dev libseccomp-dev libarchive-dev libcurl4-openssl-dev
TEST_PACKAGES = sqlite3 libcmocka-dev python3-jsonschema clang libclang-rt-14-dev man-db zsh fish
LINT_PACKAGES = clang-format clang cppcheck shellcheck codespell aspell aspell-en python3-proselint abigail-tools

.PHONY: all demo check test threads deep test-peers web view coverage bench fuzz lint amalgamation portable static windows deb site release install uninstall \
    clean

all: build/build.ninja
	@ninja -C build --quiet

build/build.ninja: meson.build
	@scripts/need.sh $(BUILD_PACKAGES)
	@test -f $@ || meson setup build $(SETUP_OPTIONS) > /dev/null

demo: all
	@scripts/demo.sh

# Runs the tests that a change reaches. SINCE=COMMIT takes the changes since COMMIT.
check: build/build.ninja
	@scripts/need.sh $(BUILD_PACKAGES) $(TEST_PACKAGES) clang-format
	@scripts/check.sh

test: all
	@scripts/need.sh $(TEST_PACKAGES)
	@scripts/test.sh test

# Runs every case and adds a line with the results to tests/ledger.txt.
deep: all
	@scripts/need.sh $(BUILD_PACKAGES) $(TEST_PACKAGES) gcovr cppcheck
	@scripts/deep.sh

test-peers: all
	@scripts/test-peers.sh

# Tests of threads, under ThreadSanitizer.
threads: build/build.ninja
	@scripts/need.sh $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@scripts/threads.sh

# The npm package and the page; emscripten and npm packages are installed first.
web: all
	@scripts/web.sh

# The page on 127.0.0.1.
view: all
	@scripts/view.sh

coverage:
	@scripts/need.sh $(BUILD_PACKAGES) $(TEST_PACKAGES) gcovr
	@scripts/coverage.sh

bench: all
	@scripts/need.sh yosys iverilog verilator jq git tiled f3d xvfb xauth gnuplot-nox
	@meson configure build -Dbench=true && ninja -C build --quiet
	@build/bench/bench $(BENCH_OPTIONS) build/overworld
	@build/bench/circuits
	@/usr/bin/python3 bench/designs.py build/overworld . ../shared/corpus
	@/usr/bin/python3 bench/catalog.py build
	@/usr/bin/python3 bench/million.py build
	@/usr/bin/python3 bench/site.py build
	@/usr/bin/python3 bench/peers.py build/overworld . ../shared/corpus build/bench/bench
	@/usr/bin/python3 bench/growth.py --picture docs/pictures/growth.svg build/bench/bench build/overworld

fuzz: all
	@scripts/need.sh $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@scripts/fuzz.sh

lint: build/build.ninja
	@scripts/need.sh $(BUILD_PACKAGES) $(TEST_PACKAGES) $(LINT_PACKAGES)
	@scripts/lint.sh

amalgamation: build/build.ninja
	@scripts/amalgamate.py build build/amalgamation

# The command for any Linux, as an archive in build-static.
static: all
	@scripts/static.sh

# The command and the library for Windows, as an archive in build-windows.
windows: all
	@scripts/windows.sh

# The Debian packages, in build-deb.
deb: all
	@scripts/deb.sh

# Documentation, headers, samples and the page as a site, in build-site/site.
site: all
	@scripts/site.sh

# All that a release consists of, made twice and installed, in build-release.
release: all
	@scripts/release.sh

portable: all amalgamation
	@scripts/portable.sh

# PREFIX says where, /usr/local where it does not; DESTDIR stands before it.
install: all
	@$(if $(PREFIX),meson configure build --prefix=$(abspath $(PREFIX)))
	@test ! -f web/viewer/dist/overworld.html || meson setup --reconfigure build > /dev/null
	@meson install -C build

# What the last `make install` put in place.
uninstall: all
	@ninja -C build uninstall

clean:
	@rm -rf build build-artefacts build-check build-coverage build-deb build-test build-fuzz build-fuzz-afl build-lint build-portable build-release build-site build-static build-threads \
	    build-web build-windows
