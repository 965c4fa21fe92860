#!/usr/bin/env bash
# Makes the samples from the scenes beside it. They are committed, so only who changes a scene needs this, with
# povray, ffmpeg, espeak-ng, sox and libimage-exiftool-perl installed. Takes some ten minutes.
set -euo pipefail
samples=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$samples/scene"

povray photo.pov +W1280 +H853 -D +A0.3 "+O$work/photo.png" >"$work/photo.log" 2>&1
# A trace of blur and a warmer light, as a lens gives them; it also keeps the file small.
ffmpeg -v error -y -i "$work/photo.png" -vf "gblur=sigma=0.55,eq=saturation=1.06:contrast=1.05:gamma_r=1.04" \
  -update 1 -q:v 9 -pix_fmt yuvj420p "$work/photo.jpg"
exiftool -q -overwrite_original -Orientation=Horizontal -Make=Patchbay -Model=Meadow -FocalLength=50 -FNumber=8 \
  -ExposureTime=0.004 -ISO=100 -DateTimeOriginal="2026:05:09 10:20:30" -ImageDescription="A dog and its ball on a meadow" \
  "$work/photo.jpg"
mv "$work/photo.jpg" "$samples/photo.jpg"

povray clip.pov +W1280 +H720 -D +A0.3 "+O$work/plate.png" Declare=Plate=1 >"$work/plate.log" 2>&1
povray clip.pov +W640 +H360 -D +A0.2 "+L$work" "+O$work/frame.png" +KFI1 +KFF200 +KI0 +KF7.96 >"$work/frames.log" 2>&1
# Birds, and a thud at each bounce of the nearer ball.
bird() { sox -n -r 44100 -c 1 "$work/$1.wav" synth 0.11 sine "$2:$3" synth 0.11 sine fmod 28 fade t 0.02 0.11 0.06 gain -16 pad 0 "$4" repeat 9; }
bird one 3100 4200 0.9
bird two 4600 3700 0.53
bird three 2500 2900 1.31
sox -n -r 44100 -c 1 "$work/wind.wav" synth 8 pinknoise band -n 500 350 tremolo 0.21 60 gain -24
sox -n -r 44100 -c 1 "$work/thud.wav" synth 0.18 sine 140:55 fade t 0.002 0.18 0.15 gain -5
thuds=()
for at in 0.654 1.684 2.496 3.135 3.638 4.035 4.347; do
  sox "$work/thud.wav" "$work/thud-$at.wav" pad "$at" gain "$(awk "BEGIN { print -3.2 * $at }")"
  thuds+=("$work/thud-$at.wav")
done
sox -m "$work"/{one,two,three,wind}.wav "${thuds[@]}" "$work/sound.wav" trim 0 8 gain -n -4 fade t 0.1 8 0.4
ffmpeg -v error -y -framerate 25 -i "$work/frame%03d.png" -i "$work/sound.wav" -c:v libx264 -preset veryslow -crf 27 \
  -pix_fmt yuv420p -c:a aac -b:a 64k -ac 1 -movflags +faststart -map_metadata -1 "$samples/clip.mp4"

espeak-ng -v en-us -s 150 -p 42 -w "$work/voice.wav" "Good morning. Here is the meadow, with the dog and his ball."
sox "$work/voice.wav" -r 22050 -c 1 -b 16 "$samples/voice.wav" gain -n -3
