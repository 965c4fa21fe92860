#!/usr/bin/env bash
# Draws the icons of every size and system from icon.svg. Needs Node.js.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
npx --yes @tauri-apps/cli@2 icon icon.svg --output "$folder" >/dev/null
cp "$folder"/{32x32.png,128x128.png,128x128@2x.png,icon.png,icon.icns,icon.ico} .
