#!/bin/sh
# Makes the site in build-site/site: the documentation, the library's headers, a gallery of the samples, and the page. It
# needs no server: open build-site/site/index.html. Sphinx searches it without one too.
# Usage: site.sh
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh python3-sphinx python3-myst-parser python3-sphinx-rtd-theme python3-sphinx-copybutton python3-breathe \
    doxygen python3 git
scripts/web.sh page

rm -rf build-site
mkdir -p build-site
{
    cat scripts/site/Doxyfile
    echo 'INPUT_FILTER = "/usr/bin/python3 scripts/site/for_doxygen.py"'
    echo 'OUTPUT_DIRECTORY = build-site'
} | doxygen -
/usr/bin/python3 scripts/site/collect.py build-site/source
OVERWORLD_VERSION=$(scripts/version.sh) OVERWORLD_XML=$PWD/build-site/xml \
    /usr/bin/python3 -m sphinx -q -W --keep-going -c scripts/site -d build-site/trees build-site/source build-site/site
rm -f build-site/site/.buildinfo build-site/site/objects.inv

# In one file, because a page on a disk may not read others.
mkdir build-site/site/page
cp web/viewer/dist/overworld.html build-site/site/page/index.html
build/overworld catalog add --db build-site/samples.db --thumbnails samples/*.partialworld samples/*.lvd \
    samples/*.city samples/*.structure >build-site/samples.txt
build/overworld catalog gallery --db build-site/samples.db --page web/viewer/dist/overworld.html -o build-site/site/gallery
echo build-site/site/index.html
