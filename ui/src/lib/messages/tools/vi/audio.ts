/** What tools of audio do, and what their fields mean, in Vietnamese. */
/** By what they do in English. */
export const descriptions = {
  'Bring all songs of an album to a loudness together by one and the same gain, so that the differences between them stay':
    'Đưa mọi bài trong album về cùng một độ to chung bằng cùng một mức tăng, để giữ sự khác biệt giữa chúng',
  'List the chapters of a sound, such as an audio book or a podcast: a line with time and title for each':
    'Liệt kê các chương của âm thanh, như sách nói hoặc podcast: mỗi chương một dòng gồm thời gian và tiêu đề',
  'Give a sound, such as a podcast or an audio book, chapters: marks with titles at times, from a list with a time and a title in each line':
    'Đặt chương cho âm thanh, như podcast hoặc sách nói: các mốc có tiêu đề tại các thời điểm, theo danh sách mỗi dòng một thời gian và tiêu đề',
  'Say what an audio clip holds': 'Cho biết đoạn âm thanh có gì',
  'Write a sound in another file format, at another bit rate or sample rate, in mono or stereo, and change nothing else':
    'Ghi âm thanh sang định dạng tệp khác, tốc độ bit hay tần số lấy mẫu khác, mono hoặc stereo, và không đổi gì khác',
  'Put a picture into a sound file as its cover art (album art, artwork), in place of the one that it has; the sound stays as it is':
    'Đặt một ảnh vào tệp âm thanh làm ảnh bìa, thay cho ảnh đang có; âm thanh giữ nguyên',
  "Cut a sound into the parts that a list names: a cue sheet, Audacity's labels, a CSV table with start and end, or an EDL; tracks of a cue sheet get their tags":
    'Cắt âm thanh thành các phần mà danh sách nêu: cue sheet, nhãn của Audacity, bảng CSV có đầu và cuối, hoặc EDL; các bài của cue sheet được gắn thẻ',
  'Apply a named effect: reverb, echo, fade, pitch, speed, trim, gain, loudness, mono, left or right channel':
    'Áp một hiệu ứng được nêu tên: độ vọng, tiếng vang, mờ dần, cao độ, tốc độ, cắt, mức tăng, độ to, mono, kênh trái hoặc phải',
  'Loop a sound: repeat it a number of times, or until it has a length':
    'Lặp âm thanh: lặp lại một số lần, hoặc đến khi đủ độ dài',
  'Remove the metadata of a sound: its tags such as title, artist and cover, or where it was recorded; the sound stays as it is':
    'Xóa siêu dữ liệu của âm thanh: các thẻ như tiêu đề, nghệ sĩ và ảnh bìa, hoặc nơi ghi âm; âm thanh giữ nguyên',
  'Mix or join two audio clips, or crossfade one into the other':
    'Trộn hoặc nối hai đoạn âm thanh, hoặc chuyển chồng đoạn này sang đoạn kia',
  'Tell what a sound file is: its length, codec, channels, sample rate, bit rate, loudness, file size and metadata':
    'Cho biết thông tin tệp âm thanh: độ dài, codec, kênh, tần số lấy mẫu, tốc độ bit, độ to, dung lượng và siêu dữ liệu',
  'Cut the silence out of a sound: its pauses and dead air, or what is silent at its ends':
    'Cắt khoảng lặng khỏi âm thanh: các khoảng nghỉ và chỗ trống, hoặc phần lặng ở hai đầu',
  'Split a sound into several: every so often, at given times, into equal parts, at its pauses or chapters, or into a mono file of each channel':
    'Chia âm thanh thành nhiều phần: theo khoảng đều, tại các thời điểm, thành phần bằng nhau, ở khoảng nghỉ hoặc chương, hoặc mỗi kênh một tệp mono',
  'Write tags into a sound file, such as ID3 in an mp3: title, artist, album, date or year, genre, comment, track number; the sound stays as it is':
    'Ghi thẻ vào tệp âm thanh, như ID3 trong mp3: tiêu đề, nghệ sĩ, album, ngày hoặc năm, thể loại, ghi chú, số bài; âm thanh giữ nguyên',
  'Clean up a recording: reduce noise, even out loudness': 'Làm sạch bản ghi âm: giảm tiếng ồn, cân bằng độ to',
  "Draw a clip's waveform and spectrogram": 'Vẽ dạng sóng và phổ đồ của đoạn âm thanh',
  'Mute or bleep out a part of a sound, or make only a part louder or quieter; the length stays':
    'Tắt tiếng hoặc chèn tiếng bíp vào một phần âm thanh, hoặc chỉ làm một phần to hơn hay nhỏ hơn; độ dài giữ nguyên',
  'Make a karaoke version of a stereo song: take out the vocals in the middle and keep the sides and the bass':
    'Tạo bản karaoke từ bài hát stereo: bỏ giọng hát ở giữa, giữ hai bên và âm trầm',
  'Cut filler words such as um, uh and er out of a recording of speech':
    'Cắt các từ đệm như “ờ”, “à”, “ừm” khỏi bản ghi lời nói',
  'Make the people in a recording equally loud: lift a quiet guest to the level of the host, slowly':
    'Làm những người trong bản ghi to như nhau: nâng dần giọng khách nhỏ lên mức của người dẫn',
  'Find where words are said in a recording or in the speech of a video: the times, each with its sentence':
    'Tìm chỗ lời được nói trong bản ghi hoặc trong lời nói của video: các thời điểm, mỗi chỗ kèm câu',
  'Transcribe speech, with times': 'Chép lời nói thành văn bản, có thời gian',
  'Cut words that are said out of a recording, or keep only where they are said':
    'Cắt những từ được nói khỏi bản ghi, hoặc chỉ giữ những chỗ nói chúng',
  'Make music that fits a description': 'Tạo nhạc phù hợp với mô tả',
  'Read a text aloud': 'Đọc văn bản thành tiếng',
};

/** By what they mean in English. */
export const meanings = {
  'How loud all of them together are to be; -14, where neither it nor a peak level is set.':
    'Độ to chung của tất cả; -14 nếu không đặt mục này lẫn mức đỉnh.',
  'How high the highest sample of all is to be, such as -1; beside a loudness, how high it may be at most.':
    'Mẫu cao nhất của tất cả cao bao nhiêu, như -1; nếu có độ to thì là mức tối đa được phép.',
  'The file format; as the sound came, where none is set but something else is.':
    'Định dạng tệp; như âm thanh gốc nếu không đặt mà có đặt mục khác.',
  'Copied: nothing is encoded anew, or it is refused.': 'Sao chép: không mã hóa lại gì, nếu không được thì từ chối.',
  'Frames a second by which an EDL counts; 25, where none is set.':
    'Số khung hình mỗi giây mà EDL tính theo; nếu không đặt thì 25.',
  'The file format; that of the sound, where none is set.': 'Định dạng tệp; nếu không đặt thì như âm thanh gốc.',
  'What is kept, such as 0:02 to 0:05 or last 0:03, or what is taken out, such as without 0:10 to 0:20.':
    'Phần giữ lại, như 0:02 to 0:05 hoặc last 0:03, hoặc phần bỏ đi, như without 0:10 to 0:20.',
  'Higher, or lower below 0, in semitones; the tempo stays.':
    'Cao hơn, dưới 0 là thấp hơn, tính bằng nửa cung; nhịp độ giữ nguyên.',
  'How many times as fast as before; the pitch stays.': 'Nhanh gấp bao nhiêu lần trước đó; cao độ giữ nguyên.',
  'How many times as fast as before; the pitch changes with it.':
    'Nhanh gấp bao nhiêu lần trước đó; cao độ thay đổi theo.',
  'More bass, or less below 0.': 'Nhiều âm trầm hơn, dưới 0 là ít hơn.',
  'More treble, or less below 0.': 'Nhiều âm bổng hơn, dưới 0 là ít hơn.',
  'What is lower is taken away.': 'Tần số thấp hơn bị loại bỏ.',
  'What is higher is taken away.': 'Tần số cao hơn bị loại bỏ.',
  'The frequency of a band that is louder or softer.': 'Tần số của dải được làm to hơn hoặc nhỏ hơn.',
  'That band louder, or softer below 0.': 'Dải đó to hơn, dưới 0 là nhỏ hơn.',
  'How many dB come out as one above the threshold.': 'Bao nhiêu dB trên ngưỡng trở thành một dB.',
  'How loud it is compressed from; as fits the sound, where none is set.':
    'Bắt đầu nén từ mức nào; nếu không đặt thì tùy theo âm thanh.',
  'Wider above 100, narrower below.': 'Trên 100 là rộng hơn, dưới 100 là hẹp hơn.',
  'One side heard on both, left and right exchanged, or all mixed together; as they are, where none is set.':
    'Một bên nghe ở cả hai, trái và phải đổi chỗ, hoặc trộn tất cả; nếu không đặt thì giữ nguyên.',
  'The time between two echoes.': 'Thời gian giữa hai tiếng vang.',
  'How long the room rings.': 'Căn phòng ngân vang bao lâu.',
  'How long it rises from silence.': 'Tăng dần từ im lặng trong bao lâu.',
  'How long it falls to silence at the end.': 'Giảm dần về im lặng ở cuối trong bao lâu.',
  'How long it is silent before it begins.': 'Im lặng bao lâu trước khi bắt đầu.',
  'How long it is silent behind its end.': 'Im lặng bao lâu sau khi kết thúc.',
  'Turns the polarity of one side or of both over; as it is, where none is set.':
    'Đảo phân cực của một bên hoặc cả hai; nếu không đặt thì giữ nguyên.',
  'How high the highest sample is to be, such as -1; beside a loudness, how high it may be at most.':
    'Mẫu cao nhất cao bao nhiêu, như -1; nếu có độ to thì là mức tối đa được phép.',
  'How many times it is heard.': 'Nghe bao nhiêu lần.',
  'How long the result is, instead of how many times.': 'Kết quả dài bao lâu, thay cho số lần.',
  'Whether the end crossfades into the start; joined as they are, where none is set.':
    'Đoạn cuối có chuyển chồng vào đoạn đầu không; nếu không đặt thì nối nguyên như vậy.',
  'Whether both are heard at once; so it is where none is set.': 'Có nghe cả hai cùng lúc không; nếu không đặt thì có.',
  'How long one fades into the other; 2 s where they are crossfaded and none is set.':
    'Chuyển từ đoạn này sang đoạn kia trong bao lâu; 2 s khi chuyển chồng mà không đặt.',
  'Which comes first.': 'Cái nào đến trước.',
  'Where two that are heard at once end: with the speech, or without any with the shorter; with the longer, where none is set.':
    'Hai âm thanh nghe cùng lúc kết thúc ở đâu: theo lời nói, hoặc theo bản ngắn hơn nếu không có lời nói; nếu không đặt thì theo bản dài hơn.',
  'How many seconds of silence lie between two that follow each other; none, where none is set.':
    'Bao nhiêu giây im lặng giữa hai đoạn nối tiếp; nếu không đặt thì không có.',
  'The file format; as the sound has, where none is set.': 'Định dạng tệp; nếu không đặt thì như âm thanh gốc.',
  'Only the hum of that frequency and its multiples goes, such as 50 Hz; all noise, where none is set.':
    'Chỉ bỏ tiếng ù ở tần số đó và các bội số của nó, như 50 Hz; nếu không đặt thì bỏ mọi tiếng ồn.',
  'Silence, or a tone of 1 kHz instead; as it was, where none is set.':
    'Im lặng, hoặc thay bằng âm 1 kHz; nếu không đặt thì giữ nguyên.',
  'What is lower than so many Hz stays, as the bass is in the middle too; 120, where none is set.':
    'Tần số thấp hơn bấy nhiêu Hz được giữ lại vì âm trầm cũng ở giữa; nếu không đặt thì 120.',
  'By how many dB at most a softer voice is lifted; 20, where none is set.':
    'Nâng giọng nhỏ tối đa bao nhiêu dB; nếu không đặt thì 20.',
  'Over how many seconds the level is followed: fewer follow faster turns; 2.5, where none is set.':
    'Theo dõi mức âm trong bao nhiêu giây: ít giây hơn thì theo kịp thay đổi nhanh hơn; nếu không đặt thì 2,5.',
  'How long the music is.': 'Nhạc dài bao lâu.',
};
