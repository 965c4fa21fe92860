/** What is asked for the fields of tools of audio, in Vietnamese. */
export const questions = {
  'To which loudness (LUFS) should the whole album be brought?': 'Đưa cả album về độ to (LUFS) nào?',
  'How many decibels may the loudest peak of the whole album reach?':
    'Đỉnh to nhất của cả album được đạt bao nhiêu decibel?',
  'Into which audio format should the sound be converted, such as MP3 or WAV?':
    'Chuyển âm thanh sang định dạng nào, như MP3 hoặc WAV?',
  'How many kilobits per second should the converted sound have?':
    'Âm thanh chuyển đổi nên có bao nhiêu kilobit mỗi giây?',
  'How many samples per second (hertz) should the converted sound have?':
    'Âm thanh chuyển đổi nên có bao nhiêu mẫu mỗi giây (hertz)?',
  'Should the converted sound be mono or stereo?': 'Âm thanh chuyển đổi nên là mono hay stereo?',
  'How many bits per sample should the converted sound have?': 'Âm thanh chuyển đổi nên có bao nhiêu bit mỗi mẫu?',
  'Should the sound be copied without re-encoding, or encoded anew?':
    'Sao chép âm thanh không mã hóa lại, hay mã hóa lại?',
  'Should the listed parts of the sound be joined into one file?':
    'Có nối các phần được liệt kê của âm thanh thành một tệp không?',
  'How many frames per second does the cut list of the sound count?':
    'Danh sách cắt của âm thanh tính bao nhiêu khung hình mỗi giây?',
  'Which part of the sound is kept or taken out?': 'Giữ lại hay bỏ đi phần nào của âm thanh?',
  'Should the sound be played backwards?': 'Có phát ngược âm thanh không?',
  'By how many semitones should the sound be pitched higher or lower?':
    'Nâng hoặc hạ cao độ âm thanh bao nhiêu nửa cung?',
  'How many times faster or slower should it play, keeping its pitch?':
    'Phát nhanh hơn hay chậm hơn bao nhiêu lần, giữ nguyên cao độ?',
  'How much faster or slower should it run like a tape, pitch changing too?':
    'Chạy như băng nhanh hơn hay chậm hơn bao nhiêu, cao độ đổi theo?',
  'How many decibels louder or quieter should the sound be?': 'Âm thanh nên to hơn hay nhỏ hơn bao nhiêu decibel?',
  'To which overall loudness (LUFS) should the sound be normalised?': 'Chuẩn hóa âm thanh về độ to chung (LUFS) nào?',
  'How many decibels more or less bass should the sound have?': 'Âm thanh nên thêm hay bớt bao nhiêu decibel âm trầm?',
  'How many decibels more or less treble should the sound have?':
    'Âm thanh nên thêm hay bớt bao nhiêu decibel âm bổng?',
  'Below which frequency in hertz should low tones be cut away?': 'Cắt bỏ âm thấp dưới tần số bao nhiêu hertz?',
  'Above which frequency in hertz should high tones be cut away?': 'Cắt bỏ âm cao trên tần số bao nhiêu hertz?',
  'Around which frequency should the equalizer boost or lower the sound?':
    'Bộ cân bằng nên tăng hoặc giảm quanh tần số nào?',
  'By how many decibels should that frequency band be boosted or lowered?':
    'Tăng hoặc giảm dải tần đó bao nhiêu decibel?',
  'How strongly, at which ratio, should loud passages be compressed?': 'Nén các đoạn to mạnh đến đâu, theo tỷ lệ nào?',
  'Above which level in decibels should the compressor start working?':
    'Bộ nén bắt đầu hoạt động trên mức bao nhiêu decibel?',
  'How much wider or narrower should the stereo image sound?': 'Âm hình stereo nên rộng hơn hay hẹp hơn bao nhiêu?',
  'How much time should pass between one echo and the next?': 'Bao lâu giữa hai tiếng vang liên tiếp?',
  "How long should the room's reverb ring on?": 'Độ vọng của căn phòng nên ngân bao lâu?',
  'How many seconds should the sound take to fade in?': 'Âm thanh hiện dần trong bao nhiêu giây?',
  'How many seconds should the sound take to fade out?': 'Âm thanh mờ dần trong bao nhiêu giây?',
  'How many seconds of silence should be added at the beginning?': 'Thêm bao nhiêu giây im lặng ở đầu?',
  'How many seconds of silence should be added at the end?': 'Thêm bao nhiêu giây im lặng ở cuối?',
  'Should the polarity of the left, right or both channels be inverted?':
    'Đảo phân cực của kênh trái, phải hay cả hai?',
  'How many decibels may the loudest peak of the sound reach?': 'Đỉnh to nhất của âm thanh được đạt bao nhiêu decibel?',
  'How many times should the sound be played in a row?': 'Phát âm thanh liên tiếp bao nhiêu lần?',
  'How long should the looped sound last in total?': 'Âm thanh lặp nên dài tổng cộng bao lâu?',
  'Should the loop crossfade smoothly from its end into its start?':
    'Vòng lặp có chuyển chồng êm từ cuối về đầu không?',
  "Should all the sound's tags be removed, or only where it was recorded?":
    'Xóa mọi thẻ của âm thanh, hay chỉ nơi ghi âm?',
  'Should both sounds play at once, one after the other, or crossfade?':
    'Phát cả hai cùng lúc, lần lượt, hay chuyển chồng?',
  'How many seconds should one sound take to fade into the other?':
    'Chuyển từ âm thanh này sang âm thanh kia trong bao nhiêu giây?',
  'Which of the two sounds should come first?': 'Âm thanh nào trong hai âm thanh đến trước?',
  'Should the mix end with the speech or when the longer sound ends?':
    'Bản trộn kết thúc theo lời nói hay khi âm thanh dài hơn kết thúc?',
  'How many seconds of silence should lie between the two sounds?': 'Giữa hai âm thanh có bao nhiêu giây im lặng?',
  'How loud should the background music be compared with the voice, in decibels?':
    'Nhạc nền nên to bao nhiêu decibel so với giọng nói?',
  'How far should the background music drop while somebody is talking?':
    'Nhạc nền nên giảm bao nhiêu khi có người nói?',
  'How quiet must the recording be to count as silence?': 'Bản ghi phải nhỏ đến đâu mới tính là im lặng?',
  'How long must a pause in the recording be at least to be cut?':
    'Khoảng nghỉ trong bản ghi phải dài ít nhất bao lâu mới bị cắt?',
  'How much of each pause should be left at its ends?': 'Để lại bao nhiêu ở hai đầu mỗi khoảng nghỉ?',
  'Should silence be cut everywhere, or only at the beginning or end?':
    'Cắt khoảng lặng khắp nơi, hay chỉ ở đầu hoặc cuối?',
  'From when to when does each piece of the sound go?': 'Mỗi đoạn âm thanh đi từ lúc nào đến lúc nào?',
  'How many seconds or minutes long should each sound piece be?': 'Mỗi đoạn âm thanh nên dài bao nhiêu giây hoặc phút?',
  'At which moments should the sound be cut into pieces?': 'Cắt âm thanh thành các đoạn ở những thời điểm nào?',
  'Into how many equal pieces should the sound be split?': 'Chia âm thanh thành bao nhiêu đoạn bằng nhau?',
  'Should the sound be split at its pauses, chapters, channels or tracks?':
    'Chia âm thanh ở khoảng nghỉ, chương, kênh hay rãnh?',
  'What is the title of the song or recording?': 'Tiêu đề của bài hát hoặc bản ghi là gì?',
  'Who is the singer, band or artist of the recording?': 'Ca sĩ, ban nhạc hoặc nghệ sĩ của bản ghi là ai?',
  'Which album does the song belong to?': 'Bài hát thuộc album nào?',
  'In which year or on which day did the song come out?': 'Bài hát ra mắt năm nào hoặc ngày nào?',
  'What genre is the music, such as jazz or rock?': 'Nhạc thuộc thể loại nào, như jazz hay rock?',
  'What comment or note should be saved in the sound file?': 'Lưu ghi chú gì trong tệp âm thanh?',
  'Which track number does the song have on the album?': 'Bài hát là bài số mấy trong album?',
  'At which frequency is the mains hum to be removed, 50 or 60 hertz?':
    'Khử tiếng ù điện lưới ở tần số nào, 50 hay 60 hertz?',
  'Which picture format should the waveform and spectrogram be saved in?':
    'Lưu dạng sóng và phổ đồ theo định dạng ảnh nào?',
  'Should the part of the sound be silenced or bleeped out?': 'Tắt tiếng hay chèn tiếng bíp vào phần âm thanh đó?',
  'Which seconds of the sound are muted, bleeped, or made louder or quieter?':
    'Những giây nào của âm thanh được tắt tiếng, chèn bíp, hoặc làm to hay nhỏ hơn?',
  'Below how many hertz should the bass stay while the vocals go?':
    'Giữ âm trầm dưới bao nhiêu hertz khi bỏ giọng hát?',
  'By how many decibels may the quiet speaker be raised at most?': 'Được nâng người nói nhỏ tối đa bao nhiêu decibel?',
  'Over how many seconds should the volume adapt to each speaker?':
    'Âm lượng thích ứng với mỗi người nói trong bao nhiêu giây?',
  'Should the spoken words be cut out of the recording, or kept alone?':
    'Cắt những từ được nói khỏi bản ghi, hay chỉ giữ chúng?',
  'How long should the music be, in seconds or minutes?': 'Nhạc nên dài bao nhiêu giây hoặc phút?',
  'Which audio format should the music have, such as MP3 or WAV?':
    'Nhạc nên có định dạng âm thanh nào, như MP3 hoặc WAV?',
  'Which audio format should the spoken text have, such as MP3 or WAV?':
    'Lời đọc nên có định dạng âm thanh nào, như MP3 hoặc WAV?',
};
