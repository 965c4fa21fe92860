"""What people do every day, beside the program that they would do it with: rows for compare.py.

Each row: what it is, our tool and its inputs, the other program, and its command or Python as in compare.py. Videos are encoded alike."""

X264 = "-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p"
FFMPEG = "ffmpeg -v error -y -i film.mp4"
COPIED = "-c:v copy -c:a aac theirs.mp4"
PILLOW = "from PIL import Image; p = Image.open('photo.png').convert('RGB')"
SUBTITLES = "1\n00:00:01,000 --> 00:00:04,000\nThe tide was out\n\n2\n00:00:06,000 --> 00:00:09,000\nand the boats lay on the sand\n"


def filtered(graph, more="-c:a copy"):
    return f"{FFMPEG} -filter_complex {graph} -map [v] -map 0:a {X264} {more} theirs.mp4"


ROWS = [
    ("vertical with blurred sides, 20 s of 720p", "video_reframing", ["video=film.mp4", "shape=vertical", "fill=blurred copy"], "ffmpeg", filtered("[0:v]split[a][b];[a]scale=720:1280:force_original_aspect_ratio=increase,crop=720:1280,boxblur=20[c];[b]scale=720:-2[d];[c][d]overlay=0:(H-h)/2[v]")),
    ("half the size, black and white, 20 s of 720p", "video_editing", ["video=film.mp4", "text=black and white, 640 wide"], "ffmpeg", f"{FFMPEG} -vf scale=640:-2:flags=lanczos,hue=s=0 {X264} -c:a copy theirs.mp4"),
    ("hide a box, 20 s of 720p", "video_hiding", ["video=film.mp4", "region=300x200 at 100,100", "how=blurred"], "ffmpeg", filtered("[0:v]split[a][b];[b]crop=300:200:100:100,gblur=sigma=20[c];[a][c]overlay=100:100[v]")),
    ("backwards, 20 s of 720p", "video_reversal", ["video=film.mp4", "mode=backwards"], "ffmpeg", f"{FFMPEG} -vf reverse -af areverse {X264} -c:a aac theirs.mp4"),
    ("three times over, 20 s of 720p", "video_looping", ["video=film.mp4", "repeats=3"], "ffmpeg", "ffmpeg -v error -y -stream_loop 2 -i film.mp4 -c copy theirs.mp4"),
    ("fade in and out, 20 s of 720p", "video_fading", ["video=film.mp4", "fade_in=1", "fade_out=1"], "ffmpeg", f"{FFMPEG} -vf fade=in:st=0:d=1,fade=out:st=19:d=1 -af afade=in:st=0:d=1,afade=out:st=19:d=1 {X264} -c:a aac theirs.mp4"),
    ("6 dB louder, 20 s of 720p", "video_volume", ["video=film.mp4", "gain=6"], "ffmpeg", f"{FFMPEG} -af volume=6dB,alimiter=level=0 {COPIED}"),
    ("mute, 20 s of 720p", "video_muting", ["video=film.mp4", "mute=muted"], "ffmpeg", f"{FFMPEG} -c copy -an theirs.mp4"),
    ("MP4 as MKV, 20 s of 720p", "video_conversion", ["video=film.mp4", "format=mkv"], "ffmpeg", f"{FFMPEG} -c copy theirs.mkv"),
    ("GIF 400 wide, 10 a second, 20 s", "video_conversion", ["video=film.mp4", "format=gif", "size=400 wide", "frame_rate=10"], "ffmpeg palettegen", f"{FFMPEG} -filter_complex [0:v]fps=10,scale=400:-1:flags=lanczos,split[a][b];[a]palettegen[p];[b][p]paletteuse theirs.gif"),
    ("its sound as MP3, 20 s", "video_to_audio", ["video=film.mp4", "format=mp3"], "ffmpeg", f"{FFMPEG} -vn -c:a libmp3lame -b:a 192k theirs.mp3"),
    ("a frame every 2 s, 20 s of 720p", "video_to_image", ["video=film.mp4", "every=2 s"], "ffmpeg", f"{FFMPEG} -vf fps=1/2 theirs%d.png"),
    ("contact sheet of 4 x 3, 20 s of 720p", "contact_sheet", ["video=film.mp4", "sheet_columns=4", "sheet_rows=3"], "ffmpeg", f"{FFMPEG} -vf fps=12/20,scale=320:-2,tile=4x3 -frames:v 1 theirs.png"),
    ("logo in the corner, 20 s of 720p", "image_overlay_on_video", ["video=film.mp4", "image=logo.png", "overlay_position=bottom right", "overlay_size=15%"], "ffmpeg", f"{FFMPEG} -i logo.png -filter_complex [1:v]scale=192:-1[l];[0:v][l]overlay=W-w-16:H-h-16 {X264} -c:a copy theirs.mp4"),
    ("picture in picture, 20 s of 720p", "video_overlay", ["video=film.mp4", "overlay=other.mp4", "overlay_position=top right", "overlay_size=25%"], "ffmpeg", f"{FFMPEG} -i other.mp4 -filter_complex [1:v]scale=320:-2[l];[0:v][l]overlay=W-w-16:16 {X264} -c:a copy theirs.mp4"),
    ("burnt subtitles, 20 s of 720p", "subtitle_video", ["video=film.mp4", f"text={SUBTITLES}"], "ffmpeg", f"{FFMPEG} -vf subtitles=lines.srt {X264} -c:a copy theirs.mp4"),
    ("soft subtitles, 20 s of 720p", "soft_subtitle_video", ["video=film.mp4", f"text={SUBTITLES}"], "ffmpeg", f"{FFMPEG} -i lines.srt -c copy -c:s mov_text theirs.mp4"),
    ("green screen, 20 s of 720p", "chroma_key", ["video=green.mp4", "image=photo.png", "color=green"], "ffmpeg", f"ffmpeg -v error -y -i green.mp4 -i photo.png -filter_complex [0:v]chromakey=0x00ff00:0.15:0.1[k];[1:v]scale=1280:720[g];[g][k]overlay {X264} theirs.mp4"),
    ("WAV as MP3, 60 s", "audio_conversion", ["audio=music.wav", "format=mp3", "bitrate=192 kbps"], "ffmpeg", "ffmpeg -v error -y -i music.wav -c:a libmp3lame -b:a 192k theirs.mp3"),
    ("one sound after the other, 60 s and 40 s", "audio_mixing", ["audio=music.wav", "second=voice.wav", "together=one after the other"], "ffmpeg", "ffmpeg -v error -y -i music.wav -i voice.wav -filter_complex [0:a][1:a]concat=n=2:v=0:a=1 theirs.wav"),
    ("silence cut out, 60 s", "audio_silence_removal", ["audio=pauses.wav"], "sox", "sox pauses.wav theirs.wav silence 1 0.1 0.5% -1 0.5 0.5%"),
    ("a JPEG below 100 KB, 1 megapixel", "image_compression", ["image=photo.png", "target=100 kB"], "ImageMagick", "convert photo.png -define jpeg:extent=100kb theirs.jpg"),
    ("collage of four, 1 megapixel each", "image_grid", [*4 * ["image=photo.png"], "layout=grid", "columns=2"], "ImageMagick", "montage photo.png photo.png photo.png photo.png -tile 2x2 -geometry +20+20 theirs.png"),
    ("PDF of four, 1 megapixel each", "images_to_pdf", 4 * ["image=photo.jpg"], "img2pdf", "img2pdf photo.jpg photo.jpg photo.jpg photo.jpg -o theirs.pdf"),
    ("watermark on a photo, 1 megapixel", "image_overlay", ["image=photo.png", "overlay=logo.png", "overlay_position=bottom right", "overlay_size=15%"], "Pillow", [PILLOW, "l = Image.open('logo.png'); l.thumbnail((150, 150)); p.paste(l, (p.width - l.width - 10, p.height - l.height - 10), l)", "p.save('theirs.png')"]),
    ("GIF of four pictures, 1 megapixel each", "images_to_gif", 4 * ["image=photo.png"], "ImageMagick", "convert -delay 50 -loop 0 photo.png photo.png photo.png photo.png theirs.gif"),
    ("without metadata, 1 megapixel", "image_metadata_removal", ["image=photo.jpg", "what=everything"], "exiftool", ["import shutil; shutil.copy('photo.jpg', 'theirs.jpg')", "subprocess.run('exiftool -q -overwrite_original -all= theirs.jpg'.split(), check=True)"]),
    ("cut at key frames, 60 minutes of 1080p", "video_trimming", ["video=hour.mp4", "text=from 10:00 to 20:00"], "ffmpeg", "ffmpeg -v error -y -ss 600 -to 1200 -i hour.mp4 -c copy theirs.mp4"),
    ("30 s out of a minute of 1080p, every frame right", "video_trimming", ["video=minute.mp4", "text=from 0:10.5 to 0:40.5"], "ffmpeg", f"ffmpeg -v error -y -i minute.mp4 -ss 10.5 -to 40.5 {X264} -c:a aac theirs.mp4"),
]


def prepare(run):
    """Writes what these rows take beside the others' inputs."""
    from PIL import Image, ImageDraw
    Image.open("photo.png").convert("RGB").save("photo.jpg", quality=92)
    logo = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    ImageDraw.Draw(logo).ellipse((10, 10, 290, 290), fill=(220, 40, 40, 200))
    logo.save("logo.png")
    open("lines.srt", "w").write(SUBTITLES)
    run("ffmpeg -v error -y -f lavfi -i color=0x00ff00:s=1280x720:d=20:r=30 -f lavfi -i testsrc2=s=320x240:d=20:r=30 -filter_complex [0:v][1:v]overlay=480:240 -c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p green.mp4")
    run("ffmpeg -v error -y -f lavfi -i sine=frequency=300:duration=60 -af volume=enable='lt(mod(t,3),1)':volume=0 -ac 1 pauses.wav")
    long = "-c:v libx264 -preset ultrafast -g 60 -pix_fmt yuv420p -c:a aac"
    run(f"ffmpeg -v error -y -f lavfi -i testsrc2=s=1920x1080:d=60:r=30 -f lavfi -i sine=frequency=330:duration=60 {long} minute.mp4")
    run("ffmpeg -v error -y -stream_loop 59 -i minute.mp4 -c copy hour.mp4")
