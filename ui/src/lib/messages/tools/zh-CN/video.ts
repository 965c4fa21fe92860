/** What tools of videos do, and what their fields mean, in Simplified Chinese. */
/** By what they do in English. */
export const descriptions = {
  "Sync a separate recording with a video: align the external recorder's audio with the camera's sound, and use it instead":
    '把单独的录音与视频同步：将外部录音机的音频对齐到相机声音，并用它替代',
  'List the chapters of a video: a line with time and title for each, as YouTube descriptions have them':
    '列出视频的章节：每章一行时间和标题，如 YouTube 简介中的格式',
  'Give a video chapters: marks with titles at times, from a list with a time and a title in each line; nothing is encoded anew':
    '为视频设置章节：按每行一个时间和标题的列表标记各时间点；不重新编码',
  'Chroma key: replace the green screen of a video with an image as the background':
    '色度键抠像：用图片作为背景替换视频的绿幕',
  'Chroma key: replace the green screen of a video with another video as the background':
    '色度键抠像：用另一段视频作为背景替换视频的绿幕',
  'Make a contact sheet of a video: one image with its frames at equal distances in columns and rows, each with its time':
    '制作视频的缩略图表：一张图片，按行列等距排列各帧并标注时间',
  "Replace or mix a video's sound with an audio track, fitted to its length":
    '用音轨替换视频声音或与之混合，并适配视频长度',
  'Freeze a frame of a video: it stands still for some seconds, in silence, and then goes on':
    '定格视频的一帧：画面静止几秒、无声，然后继续播放',
  'Make a video of an image with a sound track': '用图片和音轨制作视频',
  'Lay an image over a video: a watermark, a logo, a sticker': '在视频上叠加图片：水印、标志、贴纸',
  'Bring an image to life as a short video': '让图片动起来，成为短视频',
  'Make a slideshow video of images that are shown one after the other with a transition':
    '把图片制成幻灯片视频，带转场依次播放',
  'Give a video a subtitle track: closed captions (soft subtitles) that can be switched off':
    '为视频添加字幕轨：可以关闭的隐藏字幕（软字幕）',
  'Take the subtitles that a video holds out of it as a text with times, an SRT or VTT file':
    '把视频自带的字幕取出为带时间的文本，SRT 或 VTT 文件',
  'Show a text, a title, a lower third or timed subtitles on a video: where, when, in which size, colour and font, in a box, fading in and out':
    '在视频上显示文字、标题、下三分之一字幕条或带时间的字幕：位置、时间、大小、颜色、字体、底框、淡入淡出',
  'Make a short video from a description': '根据描述生成短视频',
  'Make a timelapse or stop motion video of many images, one after the other in the order of their names, as its frames':
    '把许多图片按名称顺序逐帧制成延时或定格动画视频',
  'Find the black bars around a video and crop them off': '找出视频四周的黑边并裁掉',
  'Describe a video': '描述视频',
  'Show pictures for some seconds in front of and behind a video: a title card, an intro picture, an end card':
    '在视频前后显示图片几秒：标题卡、片头图、片尾卡',
  'Change the stereo channels of a video: left or right to both sides, swapped, mono, 5.1 mixed down to stereo':
    '更改视频的立体声声道：左或右送到两侧、左右互换、单声道、5.1 下混为立体声',
  'Name the actions in a video': '说出视频中的动作',
  'Grade the colours of a video with a LUT: apply a colour look-up table from a .cube or .3dl file, all of it or between two times':
    '用 LUT 为视频调色：应用 .cube 或 .3dl 文件中的颜色查找表，作用于全片或两个时间之间',
  'Join two or more videos into one, also with a transition between them: a crossfade, a fade through black or white, a wipe, a slide, a circle or a zoom':
    '把两段或更多视频合并成一段，可带转场：交叉淡化、黑场或白场过渡、擦除、滑动、圆形或缩放',
  'Write a video as another file: as mp4, mov, mkv, webm, avi or an animated gif, at a constant frame rate, compressed under a file size, re-encoded or remuxed, deinterlaced, tone mapped from HDR to SDR, or as WhatsApp, Discord, Instagram, YouTube or e-mail take it':
    '把视频另存为其他文件：mp4、mov、mkv、webm、avi 或 gif 动图，恒定帧率，压缩到指定大小以内，重新编码或换封装，去隔行，从 HDR 色调映射到 SDR，或按 WhatsApp、Discord、Instagram、YouTube、电子邮件的要求',
  'Cut a video into the parts that a list names: an EDL, a CSV table with start and end, or labels':
    '按列表把视频剪成若干部分：EDL、含起止时间的 CSV 表格或标签',
  'Adjust a video as a sentence says: brighter, black and white, blur, rotate, flip, crop, resize, frame it, all of it or between two times':
    '按一句话调整视频：变亮、黑白、模糊、旋转、翻转、裁剪、缩放、加边框，作用于全片或两个时间之间',
  'Fade a video in from black or out to black, its sound with it': '视频从黑场淡入或淡出到黑场，声音随之',
  'Cut filler words such as um, uh and er out of the speech of a video, picture and sound in step':
    '剪除视频话语中的“嗯”“呃”“啊”等口头禅，声画保持同步',
  'Show several videos at once in one: side by side, split screen, stacked, a grid, a comparison':
    '把多个视频同时显示在一个画面里：并排、分屏、上下堆叠、网格、对比',
  'Hide a box in a video given in pixels, in percent or as a place, such as a number plate: blur, pixelate or cover what is there, all the time or between two times, also following what moves':
    '遮挡视频中以像素、百分比或位置给定的方框，如车牌：模糊、打马赛克或覆盖，全程或两个时间之间，也可跟随移动物体',
  'Play a video over and over: a number of times, or until it has a length': '反复播放视频：若干次，或直到达到某个长度',
  'Remove the metadata of a video: GPS location, camera, date and title, or the place alone; frames and sound stay as they are':
    '移除视频元数据：GPS 位置、相机、日期和标题，或仅移除位置；画面和声音保持不变',
  'Silence the sound of a video: mute all of it, mute or bleep out the first, last or any seconds':
    '让视频声音静音：全部静音，或对开头、结尾及任意几秒静音或加哔声',
  'Hide faces in a video wherever they go, by name and without a box: find, follow and blur, pixelate or cover them':
    '按名称遮挡视频中的人脸，无论移到哪里，无需方框：查找、跟随并模糊、打马赛克或覆盖',
  'Show a video smaller in front of a picture, which is its background': '把视频缩小显示在作为背景的图片前',
  'Lay a video over another video: picture in picture, an overlay in a corner':
    '把一段视频叠加到另一段上：画中画、角落叠加',
  'Tell what a video file is: its length, size in pixels, frame rate, codecs, audio tracks, loudness, bit rate, file size and metadata':
    '说明视频文件的信息：时长、像素尺寸、帧率、编解码器、音轨、响度、比特率、文件大小和元数据',
  'Answer a question about a video': '回答关于视频的问题',
  'Fit a video into another format or aspect ratio for a platform: vertical, portrait, square, landscape or widescreen, cropped, with a blurred background, or letterboxed between bars':
    '为某个平台把视频适配成其他画幅或比例：竖屏、纵向、方形、横向或宽屏，可裁剪、用模糊背景或加边条',
  'Play a video backwards, its sound with it, or forwards and then backwards as a boomerang':
    '倒放视频及其声音，或先正放再倒放成回旋镖效果',
  'Cut the silence out of a video: pauses and dead air go, picture and sound stay in step':
    '剪除视频中的静音：去掉停顿和空白，声画保持同步',
  'Delay the sound of a video, or bring it forward: fix audio out of sync, some milliseconds late or early':
    '延后或提前视频的声音：修复快慢几毫秒的声画不同步',
  'Cut words that are said out of a video, or keep only where they are said, picture and sound in step':
    '从视频中剪除说出的话语，或只保留说到它们的地方，声画保持同步',
  'Play a video or a part of it faster or slower, or ramp its speed gradually from one to another, sound kept in pitch':
    '让视频或其中一段加速或减速，或在两种速度间渐变，保持音高',
  'Split a video into several shorter ones: every so often, at given times, into equal parts, at each scene or chapter':
    '把视频拆成几段较短的视频：按固定间隔、指定时间、等分、场景或章节',
  'Steady a shaky video': '稳定抖动的视频',
  'Cut out the parts of a video in which nothing moves or happens on screen': '剪除视频中画面不动或无事发生的部分',
  'Write tags into the metadata of a video: title, artist, album, date, genre, comment, track number; frames and sound stay as they are':
    '在视频元数据中写入标签：标题、艺术家、专辑、日期、流派、备注、编号；画面和声音保持不变',
  'Burn a running timecode, a clock, a timer or frame numbers into a video':
    '在视频上烧录滚动的时间码、时钟、计时器或帧号',
  'Make an animated WebP or APNG picture of a video, without sound': '用视频制作动态 WebP 或 APNG 动图，无声音',
  'Take the sound out of a video': '从视频中提取声音',
  'Take the key frames of a video': '提取视频的关键帧',
  'Build a self-contained web page that presents a video': '制作展示视频的独立网页',
  'Cut a video to the times that a sentence gives': '按一句话给出的时间剪切视频',
  'Change the volume: make a video, or the first, last or any seconds of it, louder or quieter, or normalise it':
    '更改音量：让视频或其开头、结尾及任意几秒变大声、变小声或标准化',
  'Zoom slowly into a part of a video, as a camera that moves over it: from all of it or one part to another, between two times':
    '像镜头移动一样缓慢推近视频的一部分：在两个时间之间，从全画面或一部分到另一部分',
};

/** By what they mean in English. */
export const meanings = {
  "Whether the video's own sound is kept beside the recording or replaced by it; replaced, where none is set.":
    '视频原声与录音并存还是被替换；未设置时替换。',
  'The file format; that of the video, where none is set.': '文件格式；未设置时与视频相同。',
  'The colour of the screen; measured in the video, where none is set.': '幕布颜色；未设置时从视频中测量。',
  "How far colours may be from the screen's and still be taken out; 30, where none is set.":
    '颜色与幕布相差多少仍会被抠除；未设置时为 30。',
  'The file format; MP4, where none is set.': '文件格式；未设置时为 MP4。',
  'How many frames stand side by side; 4, where none is set.': '每行并排多少帧；未设置时为 4。',
  'How many rows there are; as many as columns, where none is set.': '有多少行；未设置时与列数相同。',
  'Whether each frame has its time; so it is, where none is set.': '每帧是否标注时间；未设置时是。',
  "Whether the video's own sound is kept beside the new one or replaced by it; as what is heard in both suggests, where none is set.":
    '视频原声与新声音并存还是被替换；未设置时根据两者的内容决定。',
  'Whether a sound that is shorter than the video is heard again until it ends; once, where none is set.':
    '声音比视频短时是否重复到结束；未设置时只放一次。',
  'When it stands still, such as 0:05, or end for the last frame; at the end, where nothing is set.':
    '何时静止，例如 0:05，或 end 表示最后一帧；未设置时在结尾。',
  'How long it stands still; 2 seconds, where nothing is set.': '静止多久；未设置时为 2 秒。',
  'How long each picture is seen; together as long as the sound, where none is set.':
    '每张图片显示多久；未设置时总长与声音相同。',
  'Whether the time is that of each picture or of all of them; of each, where none is set.':
    '时长针对每张图片还是全部图片；未设置时针对每张。',
  'How one picture follows the other; they crossfade, where none is set.': '图片之间如何切换；未设置时交叉淡化。',
  'The frame of the video; as most of several pictures lie and as a single one is, where none is set.':
    '视频画幅；未设置时随多数图片，只有一张则随该图片。',
  'What is beside pictures of another shape; the picture blurred, where none is set.':
    '画幅不同的图片两侧显示什么；未设置时为图片的模糊画面。',
  'When it is seen; all the time, where none is set.': '何时显示；未设置时全程。',
  'How long the video is.': '视频的长度。',
  'How long each picture is seen; 3 s, where none is set.': '每张图片显示多久；未设置时为 3 秒。',
  'The frame of the video; as most of the pictures lie, where none is set.': '视频画幅；未设置时随多数图片。',
  'The language of the subtitles; the one that their words are written in, where none is set.':
    '字幕语言；未设置时为字幕文字的语言。',
  'Of several the one of that number or language, such as 2 or German; the first with words, where none is set.':
    '有多条时取该编号或语言的一条，例如 2 或 German；未设置时为第一条有文字的。',
  'The file format; srt, where none is set.': '文件格式；未设置时为 srt。',
  'Where the words stand; at the bottom, where none is set.': '文字的位置；未设置时在下方。',
  'How large the letters are; legible on a telephone, where none is set.': '文字的大小；未设置时以手机上可读为准。',
  'How high the letters are, of the shorter side; as “Letters” says, where none is set.':
    '文字高度，相对于短边；未设置时按“字号”。',
  'The colour of the letters; white, where none is set.': '文字颜色；未设置时为白色。',
  'The colour of a box behind the letters; no box, where none is set.': '文字后底框的颜色；未设置时无底框。',
  'The name of a font of this computer, such as Georgia; DejaVu Sans, where none is set.':
    '本机字体的名称，例如 Georgia；未设置时为 DejaVu Sans。',
  'How long the words take to come and to go; they are there at once, where none is set.':
    '文字出现和消失用多久；未设置时立即出现。',
  'When they are shown, such as 0:02 to 0:05 or last 0:03; all the time or at their own times, where none is set.':
    '何时显示，例如 0:02 to 0:05 或 last 0:03；未设置时全程或按各自的时间。',
  'How many pictures are seen in a second; 25, where none is set.': '每秒显示多少张图片；未设置时为 25。',
  'How long all of it is, instead of a frame rate.': '总长度，代替帧率。',
  'What is done with pictures of another shape than most; they get bars, where none is set.':
    '如何处理与多数画幅不同的图片；未设置时加边条。',
  'In which order they follow each other; by name, numbers as numbers, where none is set.':
    '排列的先后顺序；未设置时按名称，数字按数值排序。',
  'Where they are seen; before the video, and of several the first before it and the others after it, where none is set.':
    '显示在哪里；未设置时在视频之前，多张时第一张在前、其余在后。',
  'How long each is seen; 3 s, where none is set.': '每张显示多久；未设置时为 3 秒。',
  'How many seconds each after the video is seen; as long as the others, where none is set.':
    '视频之后的每张显示多少秒；未设置时与其他相同。',
  'What is beside pictures of another shape; black, where none is set. Nothing: they fill the frame.':
    '画幅不同的图片两侧显示什么；未设置时为黑色。无：图片填满画面。',
  'One side heard on both, left and right exchanged, or all mixed together.': '一侧送到两侧、左右互换，或全部混合。',
  'On which part of the video, such as 0:02 to 0:05; on the whole, where none is set.':
    '作用于视频的哪一部分，例如 0:02 to 0:05；未设置时为全片。',
  'Which comes first: as they were named, or by the parts that a camera wrote of one recording, where none is set. By name, numbers count as numbers.':
    '谁在前；未设置时按所述顺序，或按相机对同一次拍摄写入的分段。按名称时数字按数值排序。',
  'How one passes over into the next; a hard cut, where none is set.': '如何过渡到下一段；未设置时硬切。',
  'How long a transition is; a second, where none is set.': '转场的长度；未设置时为一秒。',
  'How many seconds of black and silence lie between two that follow each other; none, where none is set.':
    '相邻两段之间有多少秒黑场和静音；未设置时无。',
  'The file format; as the video came where that is written here, else MP4, where none is set.':
    '文件格式；未设置时与视频相同（若可写入），否则为 MP4。',
  'Where it is to play: bytes, sides, length, frame rate, codec and sound as that service takes them, all at once.':
    '在哪里播放：一次性按该服务的要求设定大小、边长、长度、帧率、编解码器和声音。',
  'How large the file is at most, such as 8 MB; it is scaled down where that looks better.':
    '文件最大多少，例如 8 MB；缩小画面效果更好时会缩小。',
  'How the file becomes so small; as looks best and plays everywhere, where none is set.':
    '如何让文件变得这么小；未设置时选画质最好且处处可播放的方式。',
  'Frames a second, at equal distances; as the video has, where none is set. A GIF has at most 15 then.':
    '每秒帧数，间隔均匀；未设置时与视频相同。此时 GIF 最多 15。',
  'Such as 400 wide, 720 high or 50%; the proportions stay. A GIF is at most 480 wide, where none is set.':
    '例如 400 wide（宽）、720 high（高）或 50%；比例不变。未设置时 GIF 最宽 480。',
  'How good it looks; normal, where none is set.': '画质；未设置时为标准。',
  'Copied: nothing is encoded anew, or it is refused. Where none is set, what fits is copied.':
    '直接复制：完全不重新编码，否则拒绝。未设置时复制适用的部分。',
  'Frames made whole of two fields each, also where the file does not say that it is interlaced; as it says, where none is set.':
    '由两场合成完整的帧，即使文件未标明隔行；未设置时以文件标明为准。',
  'From HDR (PQ or HLG) to the ordinary range of light.': '从 HDR（PQ 或 HLG）转为普通亮度范围。',
  'How many seconds it lasts at most; what comes after is cut off. As long as it is, where none is set.':
    '最多持续多少秒，之后的部分剪掉。未设置时保持原长。',
  "What packs the frames; the format's usual one, where none is set.":
    '压缩画面的编解码器；未设置时为该格式的常用编解码器。',
  'None: the result has no sound track. All of it stays, where nothing is set.': '无：结果没有音轨。未设置时全部保留。',
  'Square: every pixel is as wide as high, as tablets and editors want them; as they are where they can be kept, where nothing is set.':
    '方形像素：每个像素宽高相等，平板电脑和剪辑软件需要；未设置时尽可能保持原样。',
  'Constant: frames come at equal distances, at the rate at which none is left out; as they come, where nothing is set.':
    '恒定：帧间隔均匀，采用不丢帧的帧率；未设置时保持原样。',
  'How another frame rate is reached: by leaving out and repeating frames, where nothing is set, or blended, so that they pass over into each other.':
    '如何达到其他帧率：未设置时丢弃和重复帧，或混合使帧相互过渡。',
  'Frames a second by which an EDL counts; that of the video, where none is set.':
    'EDL 计数的每秒帧数；未设置时为视频的帧率。',
  'Degrees clockwise. By other angles than quarter turns the size stays and the corners are black.':
    '顺时针角度。非 90 度倍数时尺寸不变，四角为黑色。',
  'Such as 1280 wide, 720 high, 800x600 or 50%; the proportions stay.':
    '例如 1280 wide（宽）、720 high（高）、800x600 或 50%；比例不变。',
  'How long it rises at the start.': '开头淡入多久。',
  'How long it falls at the end.': '结尾淡出多久。',
  'What it fades from and to; black, where none is set.': '淡入淡出的颜色；未设置时为黑色。',
  'How they lie; up to three side by side and more in a grid, where none is set.':
    '排列方式；未设置时最多三个并排，更多则用网格。',
  'What becomes of a video that ends before another; its last frame stays, where none is set.':
    '先结束的视频怎么办；未设置时停在最后一帧。',
  "What is heard; the first video's sound, where none is set.": '播放哪个声音；未设置时为第一个视频的声音。',
  'The number of the only video that is heard, counted as they are shown; as Sound says, where none is set.':
    '唯一播放声音的视频编号，按显示顺序计；未设置时按“声音”。',
  'Whether it follows what lies in it at the start; it stays where it is, where nothing is set.':
    '是否跟随开始时框内的内容；未设置时停在原处。',
  'How often it plays altogether; twice, where nothing is set.': '总共播放多少次；未设置时两次。',
  'How long the result is to last, instead of a number of times.': '结果持续多久，代替次数。',
  'Which part plays again at its place, such as 0:02 to 0:05, while the rest plays once; all of it, where none is set.':
    '哪一部分在原处重复，例如 0:02 to 0:05，其余只放一次；未设置时为全部。',
  'No sound, or a tone of 1 kHz instead.': '无声，或代之以 1 kHz 的音。',
  'What they are covered with; black, where none is set.': '用什么颜色覆盖它们；未设置时为黑色。',
  'Such as 1920x1080; as the video, where none is set. The picture fills it.':
    '例如 1920x1080；未设置时与视频相同。图片会填满。',
  'Such as 60%, 640 wide or 480 high; 80% of the width, where none is set.':
    '例如 60%、640 wide（宽）或 480 high（高）；未设置时为宽度的 80%。',
  'Where the video lies; in the middle, where none is set.': '视频的位置；未设置时在中间。',
  "What is heard; the background's sound, where none is set.": '播放哪个声音；未设置时为背景的声音。',
  'Which lies on which: the first on the second, as named, or the other way round.':
    '谁在上：按所述顺序第一个在第二个之上，或相反。',
  'Whether the overlay is seen as in a mirror; as it is, where none is set.': '叠加画面是否镜像；未设置时保持原样。',
  'Which part of the overlay is seen, such as 400x300 at 100,50 in its pixels, 50%x50% at 25%,25%, or top half; all of it, where none is set.':
    '显示叠加画面的哪一部分，例如 400x300 at 100,50（其像素）、50%x50% at 25%,25% 或 top half；未设置时为全部。',
  'Of each stream as it is packed, and of the frames as they are decoded (SHA-256); none, where nothing is set.':
    '各个流按封装内容计算，各帧按解码内容计算（SHA-256）；未设置时不计算。',
  'Vertical is 1080x1920, square 1080x1080, landscape 1920x1080.':
    '竖屏为 1080x1920，方形为 1080x1080，横向为 1920x1080。',
  "Width to height, such as 4:5, at the video's own fineness; that of the shape, where none is set.":
    '宽比高，例如 4:5，按视频自身的精细度；未设置时按形状。',
  'Such as 1080x1920; that of the shape, where none is set.': '例如 1080x1920；未设置时按形状。',
  'What surrounds it where it has another shape; it is cropped to the middle, where none is set.':
    '形状不同时周围显示什么；未设置时裁剪到中间。',
  'Backwards, or forwards and then backwards; backwards, where none is set.': '倒放，或先正放再倒放；未设置时倒放。',
  'By how much the sound comes later than it does; earlier below 0.': '声音比现在晚多少；低于 0 则提前。',
  'How many times as fast as before.': '是之前速度的多少倍。',
  'The speed that is gradually reached from the other one, or from its own; the same all along, where nothing is set.':
    '从另一速度或原速逐渐达到的速度；未设置时始终不变。',
  'How long the video is to last, instead of a speed.': '视频持续多久，代替速度。',
  'Which part plays so, such as 0:02 to 0:05; all of it, where nothing is set.':
    '哪一部分这样播放，例如 0:02 to 0:05；未设置时为全部。',
  'Blended: they pass over into each other, as with motion blur; left out or repeated whole, where nothing is set.':
    '混合：帧之间相互过渡，如运动模糊；未设置时整帧丢弃或重复。',
  'The shortest pause that is cut out; 2 seconds, where nothing is set.': '会被剪除的最短停顿；未设置时为 2 秒。',
  'How much a small area may change and still count as still; 1 %, where nothing is set.':
    '小区域变化多少仍算静止；未设置时为 1 %。',
  'A timecode, a clock, the time that has passed, or the number of the frame; a timecode, where none is set.':
    '时间码、时钟、已过时间或帧号；未设置时为时间码。',
  "What the first frame shows: 10:00:00:00 (with ; before the frames where numbers are dropped), a clock's 2026-05-01 14:05:00 or 14:05:00, a time, or a number. As the file says, else 0, where none is set.":
    '第一帧显示什么：10:00:00:00（丢帧计数时帧数前用 ;），时钟 2026-05-01 14:05:00 或 14:05:00，时间或编号。未设置时以文件为准，没有则为 0。',
  'Where it stands; at the bottom left, where none is set.': '位置；未设置时在左下。',
  'How high the digits are, of the shorter side; legible on a telephone, where none is set.':
    '数字高度，相对于短边；未设置时以手机上可读为准。',
  'The colour of the digits; white, where none is set.': '数字颜色；未设置时为白色。',
  'When it is shown, such as 0:02 to 0:05; all the time, where none is set.':
    '何时显示，例如 0:02 to 0:05；未设置时全程。',
  'How many frames are seen in a second; up to 15, where none is set.': '每秒显示多少帧；未设置时最多 15。',
  'In pixels; up to 480, where none is set.': '以像素计；未设置时最多 480。',
  'An animated WebP, where none is set; an APNG has all colours too.': '未设置时为动态 WebP；APNG 也保留全部颜色。',
  'Of several the one of that number or language, such as 2 or German; the one that players play, where none is set.':
    '有多条时取该编号或语言的一条，例如 2 或 German；未设置时为播放器播放的那条。',
  'Every sound track, or every channel of one, as a file of its own; one file, where none is set.':
    '每条音轨或其中每个声道各成一个文件；未设置时为一个文件。',
  'Copied: the sound is not encoded anew, or it is refused.': '直接复制：声音不重新编码，否则拒绝。',
  'The times of the frames, such as 0:05, middle or end - 0:01.': '各帧的时间，例如 0:05、middle 或 end - 0:01。',
  'How far apart the frames are, such as 2 s or 10 frames.': '帧之间的间隔，例如 2 s 或 10 frames。',
  'How many frames are taken, of the longest shots.': '从最长的镜头中提取多少帧。',
  'What is kept, such as 0:02 to 0:05 or last 0:03, or what is taken out, such as without 0:10 to 0:20; a time can be a timecode, such as 01:00:02;00.':
    '保留的部分，例如 0:02 to 0:05 或 last 0:03；或去掉的部分，例如 without 0:10 to 0:20；时间可以是时间码，例如 01:00:02;00。',
  'By how many dB at most a softer voice is lifted to the level of the louder ones; none is, where none is set.':
    '较小的人声最多提升多少 dB 到较大者的音量；未设置时不提升。',
  "What fills the frame at the end, such as 400x300 at 100,50 in pixels, 50%x50% at 25%,25%, or top half; it is widened to the video's shape. The middle, where nothing is set; all of it, where only From is.":
    '结束时充满画面的内容，例如 400x300 at 100,50（像素）、50%x50% at 25%,25% 或 top half；会扩展到视频的形状。未设置时为中间；只设置了“起点”时为全画面。',
  'What is seen at the start of the move, written in the same way; all of it, where none is set.':
    '移动开始时看到的内容，写法相同；未设置时为全画面。',
  'From when to when it moves, such as 0:02 to 0:05; all along, where none is set.':
    '何时移动，例如 0:02 to 0:05；未设置时全程。',
  'What is seen after the move; what it ended with, where none is set.':
    '移动之后看到的内容；未设置时为移动结束时的画面。',
  'Its size and place on the video, such as 300x200 at 50,40 in pixels or 30%x20% at 5%,5%; instead of place, size and margin.':
    '在视频上的大小和位置，例如 300x200 at 50,40（像素）或 30%x20% at 5%,5%；代替位置、尺寸和边距。',
};
