/** What tools of audio do, and what their fields mean, in Simplified Chinese. */
/** By what they do in English. */
export const descriptions = {
  'Bring all songs of an album to a loudness together by one and the same gain, so that the differences between them stay':
    '用同一个增益把专辑所有歌曲一起调到某个响度，保留它们之间的差异',
  'List the chapters of a sound, such as an audio book or a podcast: a line with time and title for each':
    '列出有声书或播客等音频的章节：每章一行时间和标题',
  'Give a sound, such as a podcast or an audio book, chapters: marks with titles at times, from a list with a time and a title in each line':
    '为播客或有声书等音频设置章节：按每行一个时间和标题的列表标记各时间点',
  'Say what an audio clip holds': '说出音频片段里有什么',
  'Write a sound in another file format, at another bit rate or sample rate, in mono or stereo, and change nothing else':
    '把音频存为其他文件格式、比特率或采样率、单声道或立体声，其他不变',
  'Put a picture into a sound file as its cover art (album art, artwork), in place of the one that it has; the sound stays as it is':
    '把图片放入音频文件作为封面（专辑封面），替换原有封面；声音保持不变',
  "Cut a sound into the parts that a list names: a cue sheet, Audacity's labels, a CSV table with start and end, or an EDL; tracks of a cue sheet get their tags":
    '按列表把音频剪成若干部分：CUE 表、Audacity 标签、含起止时间的 CSV 表格或 EDL；CUE 表的曲目会写入标签',
  'Apply a named effect: reverb, echo, fade, pitch, speed, trim, gain, loudness, mono, left or right channel':
    '应用指定效果：混响、回声、淡入淡出、音高、速度、剪切、增益、响度、单声道、左或右声道',
  'Loop a sound: repeat it a number of times, or until it has a length': '循环音频：重复若干次，或直到达到某个长度',
  'Remove the metadata of a sound: its tags such as title, artist and cover, or where it was recorded; the sound stays as it is':
    '移除音频元数据：标题、艺术家、封面等标签，或录音地点；声音保持不变',
  'Mix or join two audio clips, or crossfade one into the other': '混合或连接两段音频，或从一段交叉淡化到另一段',
  'Tell what a sound file is: its length, codec, channels, sample rate, bit rate, loudness, file size and metadata':
    '说明音频文件的信息：时长、编解码器、声道、采样率、比特率、响度、文件大小和元数据',
  'Cut the silence out of a sound: its pauses and dead air, or what is silent at its ends':
    '剪除音频中的静音：停顿和空白，或首尾的静音',
  'Split a sound into several: every so often, at given times, into equal parts, at its pauses or chapters, or into a mono file of each channel':
    '把音频拆成几段：按固定间隔、指定时间、等分、停顿或章节，或每个声道一个单声道文件',
  'Write tags into a sound file, such as ID3 in an mp3: title, artist, album, date or year, genre, comment, track number; the sound stays as it is':
    '在音频文件中写入标签，如 mp3 的 ID3：标题、艺术家、专辑、日期或年份、流派、备注、曲目编号；声音保持不变',
  'Clean up a recording: reduce noise, even out loudness': '清理录音：降低噪声，均衡响度',
  "Draw a clip's waveform and spectrogram": '绘制片段的波形和频谱图',
  'Mute or bleep out a part of a sound, or make only a part louder or quieter; the length stays':
    '让音频的一部分静音或加哔声，或只让一部分变大声或变小声；长度不变',
  'Make a karaoke version of a stereo song: take out the vocals in the middle and keep the sides and the bass':
    '制作立体声歌曲的卡拉 OK 版：去掉居中的人声，保留两侧和低音',
  'Cut filler words such as um, uh and er out of a recording of speech': '剪除语音录音中的“嗯”“呃”“啊”等口头禅',
  'Make the people in a recording equally loud: lift a quiet guest to the level of the host, slowly':
    '让录音中的人一样响：把声音小的嘉宾缓慢提升到主持人的音量',
  'Find where words are said in a recording or in the speech of a video: the times, each with its sentence':
    '查找录音或视频话语中说到某些词的地方：时间及所在句子',
  'Transcribe speech, with times': '把语音转写成文字，带时间',
  'Cut words that are said out of a recording, or keep only where they are said':
    '从录音中剪除说出的话语，或只保留说到它们的地方',
  'Make music that fits a description': '创作符合描述的音乐',
  'Read a text aloud': '朗读文本',
};

/** By what they mean in English. */
export const meanings = {
  'How loud all of them together are to be; -14, where neither it nor a peak level is set.':
    '全部合起来的响度；此项和峰值电平都未设置时为 -14。',
  'How high the highest sample of all is to be, such as -1; beside a loudness, how high it may be at most.':
    '全部中最高采样的电平，例如 -1；同时设置响度时为允许的最大值。',
  'The file format; as the sound came, where none is set but something else is.':
    '文件格式；未设置而设置了其他项时与原音频相同。',
  'Copied: nothing is encoded anew, or it is refused.': '直接复制：完全不重新编码，否则拒绝。',
  'Frames a second by which an EDL counts; 25, where none is set.': 'EDL 计数的每秒帧数；未设置时为 25。',
  'The file format; that of the sound, where none is set.': '文件格式；未设置时与原文件相同。',
  'What is kept, such as 0:02 to 0:05 or last 0:03, or what is taken out, such as without 0:10 to 0:20.':
    '保留的部分，例如 0:02 to 0:05 或 last 0:03；或去掉的部分，例如 without 0:10 to 0:20。',
  'Higher, or lower below 0, in semitones; the tempo stays.': '升高，低于 0 则降低，以半音计；速度不变。',
  'How many times as fast as before; the pitch stays.': '是之前速度的多少倍；音高不变。',
  'How many times as fast as before; the pitch changes with it.': '是之前速度的多少倍；音高随之变化。',
  'More bass, or less below 0.': '低音更多，低于 0 则更少。',
  'More treble, or less below 0.': '高音更多，低于 0 则更少。',
  'What is lower is taken away.': '更低的部分被去掉。',
  'What is higher is taken away.': '更高的部分被去掉。',
  'The frequency of a band that is louder or softer.': '要增强或减弱的频段的频率。',
  'That band louder, or softer below 0.': '该频段更大声，低于 0 则更小声。',
  'How many dB come out as one above the threshold.': '超过阈值的多少 dB 变为一 dB。',
  'How loud it is compressed from; as fits the sound, where none is set.': '从多大声开始压缩；未设置时随声音而定。',
  'Wider above 100, narrower below.': '高于 100 更宽，低于则更窄。',
  'One side heard on both, left and right exchanged, or all mixed together; as they are, where none is set.':
    '一侧送到两侧、左右互换，或全部混合；未设置时保持原样。',
  'The time between two echoes.': '两次回声之间的时间。',
  'How long the room rings.': '房间余响的时长。',
  'How long it rises from silence.': '从无声淡入多久。',
  'How long it falls to silence at the end.': '结尾淡出到无声多久。',
  'How long it is silent before it begins.': '开始之前静音多久。',
  'How long it is silent behind its end.': '结束之后静音多久。',
  'Turns the polarity of one side or of both over; as it is, where none is set.':
    '反转一侧或两侧的极性；未设置时保持原样。',
  'How high the highest sample is to be, such as -1; beside a loudness, how high it may be at most.':
    '最高采样的电平，例如 -1；同时设置响度时为允许的最大值。',
  'How many times it is heard.': '播放多少次。',
  'How long the result is, instead of how many times.': '结果的长度，代替次数。',
  'Whether the end crossfades into the start; joined as they are, where none is set.':
    '结尾是否交叉淡化到开头；未设置时直接连接。',
  'Whether both are heard at once; so it is where none is set.': '是否同时播放；未设置时是。',
  'How long one fades into the other; 2 s where they are crossfaded and none is set.':
    '从一段淡化到另一段用多久；交叉淡化而未设置时为 2 秒。',
  'Which comes first.': '谁在前。',
  'Where two that are heard at once end: with the speech, or without any with the shorter; with the longer, where none is set.':
    '同时播放的两段在哪里结束：随人声结束，没有人声则随较短者；未设置时随较长者。',
  'How many seconds of silence lie between two that follow each other; none, where none is set.':
    '相邻两段之间有多少秒静音；未设置时无。',
  'The file format; as the sound has, where none is set.': '文件格式；未设置时与原声音相同。',
  'Only the hum of that frequency and its multiples goes, such as 50 Hz; all noise, where none is set.':
    '只去除该频率及其倍频的嗡声，例如 50 Hz；未设置时去除所有噪声。',
  'Silence, or a tone of 1 kHz instead; as it was, where none is set.': '无声，或代之以 1 kHz 的音；未设置时保持原样。',
  'What is lower than so many Hz stays, as the bass is in the middle too; 120, where none is set.':
    '低于这么多 Hz 的部分保留，因为低音也居中；未设置时为 120。',
  'By how many dB at most a softer voice is lifted; 20, where none is set.':
    '较小的人声最多提升多少 dB；未设置时为 20。',
  'Over how many seconds the level is followed: fewer follow faster turns; 2.5, where none is set.':
    '在多少秒内跟随音量：越短越能跟上快速轮换；未设置时为 2.5。',
  'How long the music is.': '音乐的长度。',
};
