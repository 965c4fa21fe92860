/** What is said of the fields of several of image, video, audio and text, and of models, in Simplified Chinese. */
/** By what they mean in English. */
export const meanings = {
  'Such as 128 kbps; as is usual for the format, where none is set.': '例如 128 kbps；未设置时按该格式的惯例。',
  'Samples a second; as the sound has, where none is set.': '每秒采样数；未设置时与原声音相同。',
  'As the sound has, where none is set.': '未设置时与原声音相同。',
  'Bits of a sample in WAV, AIFF, CAF and FLAC; as the sound has, where none is set.':
    'WAV、AIFF、CAF 和 FLAC 中每个采样的位数；未设置时与原声音相同。',
  'The noise that hides where bits are taken away; triangular, where none is set and bits are taken away.':
    '用来掩盖位数减少的噪声；未设置而位数减少时为三角。',
  'Whether all parts become one, one after the other; each a file of its own, where none is set.':
    '各部分是否依次合成一个；未设置时各自成为一个文件。',
  'Louder, or softer below 0.': '更大声，低于 0 则更小声。',
  'How loud all of it is to be, such as -14.': '整体响度，例如 -14。',
  'What is taken out; everything, where none is set.': '移除什么；未设置时为全部。',
  'How loud the music is in pauses against the voice, such as -12; as an editor would have it, where none is set.':
    '停顿处音乐相对人声的响度，例如 -12；未设置时按剪辑惯例。',
  'By how much the music falls while somebody speaks; 0 leaves it as it is; so that the voice is understood, where none is set.':
    '有人说话时音乐降低多少；0 为不变；未设置时以听清人声为准。',
  'How far below the loudest moment silence is; -35 dB, where nothing is set.':
    '比最响处低多少算静音；未设置时为 -35 dB。',
  'The shortest pause that is cut out; 0.5 seconds, where nothing is set.': '会被剪除的最短停顿；未设置时为 0.5 秒。',
  'How much of a pause stays at each of its ends; 0.1 seconds, where nothing is set.':
    '每个停顿两端保留多少；未设置时为 0.1 秒。',
  'Which pauses are cut out; everywhere, where nothing is set.': '剪除哪些停顿；未设置时为所有位置。',
  'Several parts, such as 0:02 to 0:05, 0:10 to 0:12, of which each becomes a file.':
    '多个片段，例如 0:02 to 0:05, 0:10 to 0:12，各成一个文件。',
  'How long each part is, such as 30 s; the last one may be shorter.': '每段的长度，例如 30 s；最后一段可能较短。',
  'The times at which it is cut, such as 0:30, middle or end - 0:10.':
    '剪切的时间点，例如 0:30、middle 或 end - 0:10。',
  'Into how many parts of equal length it is cut.': '等分成多少段。',
  'Where it is cut, where no time or number is set.': '未设置时间或数量时在哪里剪切。',
  'What it is called.': '它的名称。',
  'Who made it.': '作者是谁。',
  'The album, or the series, that it belongs to.': '所属的专辑或系列。',
  'A year such as 2024, or a day such as 2024-05-31.': '年份如 2024，或日期如 2024-05-31。',
  'Such as Jazz or Documentary.': '例如 Jazz（爵士）或 Documentary（纪录片）。',
  'A remark in words.': '文字备注。',
  'Such as 3, or 3/12.': '例如 3 或 3/12。',
  'The file format.': '文件格式。',
  'The parts in which it is changed, such as 0:02 to 0:05 or last 0:03; all of it, where none is set.':
    '要更改的片段，例如 0:02 to 0:05 或 last 0:03；未设置时为全部。',
  'Whether the places where the words are said are cut out, or are all that stays; cut out, where none is set.':
    '说到这些话语的地方是剪除还是只保留它们；未设置时为剪除。',
  'How much of the look is mixed in; 100, where none is set.': '混入多少该风格；未设置时为 100。',
  'In which order they follow each other; as they were given, where none is set. By name, numbers count as numbers.':
    '排列的先后顺序；未设置时按给定顺序。按名称时数字按数值排序。',
  'A box, such as 120x40 at 300,200 in pixels (counted from the left and from the top), 20%x10% at 50%,0% or bottom half.':
    '一个方框，例如 120x40 at 300,200（像素，从左和从上算起）、20%x10% at 50%,0% 或 bottom half。',
  'Blurred, where none is set; covered, where a colour is set.': '未设置时为模糊；设置了颜色时为覆盖。',
  'What it is covered with; black, where none is set.': '用什么颜色覆盖；未设置时为黑色。',
  'Where it lies; at the bottom right, where none is set.': '放在哪里；未设置时在右下。',
  'Such as 25%, 300 wide or 200 high; a quarter of the width, where none is set.':
    '例如 25%、300 wide（宽）或 200 high（高）；未设置时为宽度的四分之一。',
  'How little shows through it; opaque, where none is set.': '透出的程度有多低；未设置时不透明。',
  'How far it lies from the edge, such as 2% of the shorter side or 20 px; 2%, where none is set.':
    '与边缘的距离，例如短边的 2% 或 20 px；未设置时为 2%。',
  'Lighter, or darker below 0.': '更亮，低于 0 则更暗。',
  'More light, or less below 0, in stops: each doubles it.': '增加光量，低于 0 则减少，以档为单位：每档翻倍。',
  'Light and dark further apart, or closer below 0.': '明暗差距加大，低于 0 则缩小。',
  'Warmer, or cooler below 0.': '更暖，低于 0 则更冷。',
  'Stronger colours, or weaker below 0; -100 leaves none.': '颜色更浓，低于 0 则更淡；-100 时没有颜色。',
  'How strongly it is sharpened.': '锐化的强度。',
  'How strongly it is blurred.': '模糊的强度。',
  'How far the corners are darkened.': '四角变暗的程度。',
  'How strong the film grain is.': '胶片颗粒的强度。',
  'How coarse the blocks are.': '色块的粗细。',
  'How many levels are left of each colour.': '每种颜色保留多少级。',
  'Width to height, such as 16:9; what is outside is cut off.': '宽比高，例如 16:9；外部被裁掉。',
  'Such as 800x600; what is outside is cut off.': '例如 800x600；外部被裁掉。',
  'Such as 400x300 at 100,50 in pixels, 50%x50% at 25%,25%, or top half; what is outside is cut off.':
    '例如 400x300 at 100,50（像素）、50%x50% at 25%,25% 或 top half；外部被裁掉。',
  'How wide it is, of the shorter side.': '宽度，相对于短边。',
  'A canvas such as 1:1 or 800x600; nothing is cut off, and bars are around it.':
    '画布，例如 1:1 或 800x600；不裁剪，四周加边条。',
  'Their colour.': '它们的颜色。',
  'In how many steps noise becomes a picture. More take longer.': '从噪声生成图片的步数。越多越慢。',
  'How closely the words are followed.': '遵循文字的程度。',
  'How closely the picture that is edited is kept.': '保留被编辑图片的程度。',
  'The side of a square picture in pixels; others have about its area. Large ones take long.':
    '正方形图片的边长（像素）；其他形状面积大致相同。大图耗时较长。',
  'How much of the picture is forgotten.': '图片有多少被舍弃。',
  'How closely the drawing or map is followed.': '遵循线稿或图的程度。',
  'What the picture is not to show.': '图片不应出现的内容。',
  'How noise is taken away.': '去除噪声的方式。',
  'What the model is less sure of is not told. Lower finds more, and more that is wrong.':
    '模型把握较低的结果不会列出。调低会找到更多，错误也更多。',
  'Who speaks, and how: the voice in words.': '谁在说、怎么说：用文字描述嗓音。',
  'The voice’s name on the server.': '该嗓音在服务器上的名称。',
  'Each piece of sound is one of so many of the likeliest.': '每个声音片段从这么多个最可能的候选中选取。',
  'Above 1 makes the unlikely likelier, below 1 less so.': '大于 1 让不太可能的更可能，小于 1 则相反。',
  'The length where neither the words nor a film give one.': '文字和影片都未给出长度时的长度。',
  'In how many steps noise becomes a picture. The model is made for 8.': '从噪声生成图片的步数。该模型按 8 步设计。',
  'The side of the square picture in pixels. Large ones take long.': '正方形图片的边长（像素）。大图耗时较长。',
};

/** By the questions in English. */
export const questions = {
  'What kind of dithering noise is used when bits are reduced?': '减少位数时使用哪种抖动噪声？',
  'Which file format should the result have?': '结果要用哪种文件格式？',
  'Should the sound be mono, stereo, left only, right only, or sides swapped?':
    '声音要单声道、立体声、仅左、仅右，还是左右互换？',
};
