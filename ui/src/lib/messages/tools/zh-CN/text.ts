/** What tools of texts do, and what their fields mean, in Simplified Chinese. */
/** By what they do in English. */
export const descriptions = {
  'List the names of people, places and organisations in a text': '列出文本中的人名、地名和机构名',
  'Answer a question or follow a written instruction; no media involved': '回答问题或执行文字指示；不涉及媒体文件',
  'Judge the sentiment of a text': '判断文本的情感倾向',
  'List which subtitles have too long lines, are too fast to read, too short, or overlap the next one':
    '列出哪些字幕行过长、太快来不及读、太短或与下一条重叠',
  'Mend subtitles: automatic captions whose lines repeat, words for the hard of hearing, long lines, reading speed, gaps, two languages in one file':
    '修复字幕：自动字幕的重复行、听障提示、过长的行、阅读速度、间隔、同一文件中的两种语言',
  'Join the subtitles of two parts of a film into one subtitle file, those of the second part later by the length of the first':
    '把影片两部分的字幕合并为一个文件，第二部分的字幕顺延第一部分的长度',
  'Write subtitles in another file format: SRT (SubRip), VTT (WebVTT) or ASS (Advanced SubStation Alpha), with the same words and times':
    '把字幕存为其他文件格式：SRT（SubRip）、VTT（WebVTT）或 ASS（Advanced SubStation Alpha），文字和时间不变',
  'Put the subtitles of two languages into one bilingual subtitle file, one language below the other':
    '把两种语言的字幕放入一个双语字幕文件，一种语言在另一种下方',
  'Move the times of subtitles later or earlier, or stretch them to another frame rate, so that they fit the video':
    '把字幕时间提前或延后，或按其他帧率拉伸，使其与视频匹配',
  'Cut a subtitle file to a part of its film, its times counted from the beginning of that part':
    '把字幕文件剪到影片的一部分，时间从该部分开头算起',
  'Summarise a long text': '概括长文本',
  'Extract keywords/tags from a text': '从文本提取关键词/标签',
  'Rewrite or continue a text as instructed': '按指示改写或续写文本',
  'Translate a text into the language that it asks for': '把文本翻译成所要求的语言',
  'Write a short title (at most 10 words) for a text': '为文本写一个简短标题（最多 10 个词）',
};

/** By what they mean in English. */
export const meanings = {
  'The kind of names that are listed; all, where none is set.': '要列出的名称类型；未设置时为全部。',
  'Which names are wished for, in words; all, where none is set.': '用文字说明想要哪些名称；未设置时为全部。',
  'What is asked about the text; the text itself is the question, where none is set.':
    '关于文本的问题；未设置时文本本身就是问题。',
  'Whose mood or about what, in words that a language model follows; that of the whole text, where none is set.':
    '用语言模型遵循的文字说明谁的情绪或对什么的情绪；未设置时为全文。',
  'The most letters in a line; 42, where none is set.': '每行最多字数；未设置时为 42。',
  'The most lines at once; 2, where none is set.': '同时最多行数；未设置时为 2。',
  'The most letters that are read in a second; 20, where none is set.': '每秒最多阅读字数；未设置时为 20。',
  'The shortest time that one is shown, in seconds; 0.833, where none is set.':
    '每条最短显示时间（秒）；未设置时为 0.833。',
  'The shortest time between two, in seconds; 0.08, where none is set.': '两条之间的最短时间（秒）；未设置时为 0.08。',
  'Whether captions that say each line again, as automatic ones do, are merged so that each line comes once; they are where they surely roll, where none is set.':
    '自动字幕等逐行重复的字幕是否合并，使每行只出现一次；未设置时在确定为滚动字幕时合并。',
  'Whether letters that were read in the wrong encoding (Ã© for é) are mended; they are where that is certain, where none is set.':
    '是否修复以错误编码读出的字符（如 é 变成 Ã©）；未设置时在确定时修复。',
  'Whether sounds in brackets, names of who speaks and notes are taken out; they stay, where none is set.':
    '是否移除括号内的声音、说话人姓名和音符；未设置时保留。',
  'Of subtitles in two languages, one above the other, the one that is kept; both, where none is set.':
    '上下两种语言的字幕保留哪一种；未设置时两种都保留。',
  'The most letters in a line; as they are, where none is set.': '每行最多字数；未设置时保持原样。',
  'The most lines at once; as they are, where none is set.': '同时最多行数；未设置时保持原样。',
  'The most letters that are read in a second; as they are, where none is set.': '每秒最多阅读字数；未设置时保持原样。',
  'The shortest time that one is shown, in seconds; as they are, where none is set.':
    '每条最短显示时间（秒）；未设置时保持原样。',
  'The shortest time between two, in seconds; as they are, where none is set.':
    '两条之间的最短时间（秒）；未设置时保持原样。',
  'The file format; as they came, where none is set.': '文件格式；未设置时与原字幕相同。',
  "When the second part begins, such as 45:10, the length of the first film; where the first one's last subtitle ends, where none is set.":
    '第二部分何时开始，例如 45:10，即第一部影片的长度；未设置时为第一部分最后一条字幕结束处。',
  'The file format; txt holds the words alone, csv a table. As they came, where none is set.':
    '文件格式；txt 只含文字，csv 为表格。未设置时与原字幕相同。',
  'How much later they are shown, earlier below 0.': '延后多久显示，低于 0 则提前。',
  'How many times as long everything takes, from the start on.': '从开头起，所有时间变为多少倍。',
  'Frames a second of the video that they were made for.': '字幕所针对视频的每秒帧数。',
  'Frames a second of the video that they have to fit.': '字幕要匹配的视频的每秒帧数。',
  "One or two subtitles' times as they are and as they have to be, such as 0:02 to 0:03, 1:40 to 1:45; all others come between them.":
    '一条或两条字幕现在的时间和应有的时间，例如 0:02 to 0:03, 1:40 to 1:45；其余字幕按比例落在其间。',
  'The parts that are kept, such as 0:45:10 to end, counted from 0 as the film that is cut so.':
    '保留的部分，例如 0:45:10 to end，与剪切后的影片一样从 0 计。',
  'How many sentences it has at most; a quarter of the text and up to seven, where none is set.':
    '最多多少句；未设置时为文本的四分之一，最多七句。',
  'The language that it is written in, such as German, which a language model does; that of the text, where none is set.':
    '书写语言，例如 German，由语言模型完成；未设置时为文本的语言。',
  'What else is wished of the summary, in words that a language model follows; nothing else, where none is set.':
    '对摘要的其他要求，用语言模型遵循的文字说明；未设置时无。',
  'How many tags there are at most; five to twelve, where none is set.': '最多多少个关键词；未设置时为五到十二个。',
  'The language that they are written in, such as German, which a language model does; that of the text, where none is set.':
    '关键词的语言，例如 German，由语言模型完成；未设置时为文本的语言。',
  'What else is wished of the tags, in words that a language model follows; nothing else, where none is set.':
    '对关键词的其他要求，用语言模型遵循的文字说明；未设置时无。',
  'What is to be done with the text, in words; the text itself says it, where none is set.':
    '用文字说明对文本做什么；未设置时由文本自身说明。',
  'The language that it is translated into, such as French; the one that the instruction names, else English, where none is set.':
    '目标语言，例如 French；未设置时为指示中的语言，没有则为英语。',
  'What is wished of the translation, in words; nothing else, where none is set.':
    '用文字说明对译文的要求；未设置时无。',
  'What else is wished of the title, in words that a language model follows; nothing else, where none is set.':
    '对标题的其他要求，用语言模型遵循的文字说明；未设置时无。',
};
