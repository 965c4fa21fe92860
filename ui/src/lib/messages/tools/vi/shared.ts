/** What is said of the fields of several of image, video, audio and text, and of models, in Vietnamese. */
/** By what they mean in English. */
export const meanings = {
  'Such as 128 kbps; as is usual for the format, where none is set.':
    'Như 128 kbps; nếu không đặt thì theo mức thông thường của định dạng.',
  'Samples a second; as the sound has, where none is set.': 'Số mẫu mỗi giây; nếu không đặt thì như âm thanh gốc.',
  'As the sound has, where none is set.': 'Nếu không đặt thì như âm thanh gốc.',
  'Bits of a sample in WAV, AIFF, CAF and FLAC; as the sound has, where none is set.':
    'Số bit của một mẫu trong WAV, AIFF, CAF và FLAC; nếu không đặt thì như âm thanh gốc.',
  'The noise that hides where bits are taken away; triangular, where none is set and bits are taken away.':
    'Tiếng nhiễu che đi chỗ bớt bit; nếu không đặt mà có bớt bit thì là tam giác.',
  'Whether all parts become one, one after the other; each a file of its own, where none is set.':
    'Các phần có ghép lần lượt thành một không; nếu không đặt thì mỗi phần một tệp riêng.',
  'Louder, or softer below 0.': 'To hơn, dưới 0 là nhỏ hơn.',
  'How loud all of it is to be, such as -14.': 'Độ to của toàn bộ, như -14.',
  'What is taken out; everything, where none is set.': 'Phần được xóa; nếu không đặt thì tất cả.',
  'How loud the music is in pauses against the voice, such as -12; as an editor would have it, where none is set.':
    'Nhạc to bao nhiêu so với giọng nói trong các khoảng nghỉ, như -12; nếu không đặt thì theo cách người dựng phim thường làm.',
  'By how much the music falls while somebody speaks; 0 leaves it as it is; so that the voice is understood, where none is set.':
    'Nhạc giảm bao nhiêu khi có người nói; 0 là giữ nguyên; nếu không đặt thì giảm vừa đủ để nghe rõ giọng.',
  'How far below the loudest moment silence is; -35 dB, where nothing is set.':
    'Khoảng lặng thấp hơn chỗ to nhất bao nhiêu; nếu không đặt thì -35 dB.',
  'The shortest pause that is cut out; 0.5 seconds, where nothing is set.':
    'Khoảng nghỉ ngắn nhất bị cắt; nếu không đặt thì 0,5 giây.',
  'How much of a pause stays at each of its ends; 0.1 seconds, where nothing is set.':
    'Giữ lại bao nhiêu ở mỗi đầu của khoảng nghỉ; nếu không đặt thì 0,1 giây.',
  'Which pauses are cut out; everywhere, where nothing is set.':
    'Những khoảng nghỉ nào bị cắt; nếu không đặt thì mọi nơi.',
  'Several parts, such as 0:02 to 0:05, 0:10 to 0:12, of which each becomes a file.':
    'Nhiều phần, như 0:02 to 0:05, 0:10 to 0:12; mỗi phần thành một tệp.',
  'How long each part is, such as 30 s; the last one may be shorter.':
    'Mỗi phần dài bao lâu, như 30 s; phần cuối có thể ngắn hơn.',
  'The times at which it is cut, such as 0:30, middle or end - 0:10.':
    'Các thời điểm cắt, như 0:30, middle hoặc end - 0:10.',
  'Into how many parts of equal length it is cut.': 'Cắt thành bao nhiêu phần dài bằng nhau.',
  'Where it is cut, where no time or number is set.': 'Cắt ở đâu khi không đặt thời gian hay số lượng.',
  'What it is called.': 'Tên gọi của nó.',
  'Who made it.': 'Người tạo ra nó.',
  'The album, or the series, that it belongs to.': 'Album hoặc loạt mà nó thuộc về.',
  'A year such as 2024, or a day such as 2024-05-31.': 'Một năm như 2024, hoặc một ngày như 2024-05-31.',
  'Such as Jazz or Documentary.': 'Như Jazz hoặc Phim tài liệu.',
  'A remark in words.': 'Một ghi chú bằng lời.',
  'Such as 3, or 3/12.': 'Như 3, hoặc 3/12.',
  'The file format.': 'Định dạng tệp.',
  'The parts in which it is changed, such as 0:02 to 0:05 or last 0:03; all of it, where none is set.':
    'Các phần được thay đổi, như 0:02 to 0:05 hoặc last 0:03; nếu không đặt thì toàn bộ.',
  'Whether the places where the words are said are cut out, or are all that stays; cut out, where none is set.':
    'Những chỗ nói các từ đó bị cắt bỏ hay là phần duy nhất được giữ; nếu không đặt thì cắt bỏ.',
  'How much of the look is mixed in; 100, where none is set.':
    'Trộn bao nhiêu phần phong cách màu; nếu không đặt thì 100.',
  'In which order they follow each other; as they were given, where none is set. By name, numbers count as numbers.':
    'Chúng nối tiếp nhau theo thứ tự nào; nếu không đặt thì như đã đưa. Theo tên thì chữ số được tính là số.',
  'A box, such as 120x40 at 300,200 in pixels (counted from the left and from the top), 20%x10% at 50%,0% or bottom half.':
    'Một khung, như 120x40 at 300,200 tính bằng pixel (từ trái và từ trên), 20%x10% at 50%,0% hoặc bottom half.',
  'Blurred, where none is set; covered, where a colour is set.':
    'Nếu không đặt thì làm mờ; nếu đã đặt màu thì che phủ.',
  'What it is covered with; black, where none is set.': 'Màu dùng để che; nếu không đặt thì đen.',
  'Where it lies; at the bottom right, where none is set.': 'Nằm ở đâu; nếu không đặt thì ở góc dưới bên phải.',
  'Such as 25%, 300 wide or 200 high; a quarter of the width, where none is set.':
    'Như 25%, 300 wide (rộng) hoặc 200 high (cao); nếu không đặt thì một phần tư chiều rộng.',
  'How little shows through it; opaque, where none is set.':
    'Ít nhìn xuyên qua đến mức nào; nếu không đặt thì không trong suốt.',
  'How far it lies from the edge, such as 2% of the shorter side or 20 px; 2%, where none is set.':
    'Cách mép bao xa, như 2% cạnh ngắn hoặc 20 px; nếu không đặt thì 2%.',
  'Lighter, or darker below 0.': 'Sáng hơn, dưới 0 là tối hơn.',
  'More light, or less below 0, in stops: each doubles it.':
    'Nhiều ánh sáng hơn, dưới 0 là ít hơn, tính bằng stop: mỗi stop gấp đôi.',
  'Light and dark further apart, or closer below 0.': 'Sáng và tối cách xa nhau hơn, dưới 0 là gần nhau hơn.',
  'Warmer, or cooler below 0.': 'Ấm hơn, dưới 0 là lạnh hơn.',
  'Stronger colours, or weaker below 0; -100 leaves none.': 'Màu đậm hơn, dưới 0 là nhạt hơn; -100 là không còn màu.',
  'How strongly it is sharpened.': 'Làm nét mạnh đến mức nào.',
  'How strongly it is blurred.': 'Làm mờ mạnh đến mức nào.',
  'How far the corners are darkened.': 'Các góc tối đi bao nhiêu.',
  'How strong the film grain is.': 'Hạt phim đậm đến mức nào.',
  'How coarse the blocks are.': 'Các khối to đến mức nào.',
  'How many levels are left of each colour.': 'Còn lại bao nhiêu mức của mỗi màu.',
  'Width to height, such as 16:9; what is outside is cut off.':
    'Chiều rộng trên chiều cao, như 16:9; phần bên ngoài bị cắt bỏ.',
  'Such as 800x600; what is outside is cut off.': 'Như 800x600; phần bên ngoài bị cắt bỏ.',
  'Such as 400x300 at 100,50 in pixels, 50%x50% at 25%,25%, or top half; what is outside is cut off.':
    'Như 400x300 at 100,50 tính bằng pixel, 50%x50% at 25%,25%, hoặc top half; phần bên ngoài bị cắt bỏ.',
  'How wide it is, of the shorter side.': 'Rộng bao nhiêu so với cạnh ngắn.',
  'A canvas such as 1:1 or 800x600; nothing is cut off, and bars are around it.':
    'Khung nền như 1:1 hoặc 800x600; không cắt gì, xung quanh có dải viền.',
  'Their colour.': 'Màu của chúng.',
  'In how many steps noise becomes a picture. More take longer.':
    'Nhiễu thành ảnh sau bao nhiêu bước. Nhiều bước thì lâu hơn.',
  'How closely the words are followed.': 'Bám sát lời đến mức nào.',
  'How closely the picture that is edited is kept.': 'Giữ sát ảnh được sửa đến mức nào.',
  'The side of a square picture in pixels; others have about its area. Large ones take long.':
    'Cạnh của ảnh vuông tính bằng pixel; ảnh khác có diện tích tương đương. Ảnh lớn mất nhiều thời gian.',
  'How much of the picture is forgotten.': 'Bao nhiêu phần của ảnh bị bỏ đi.',
  'How closely the drawing or map is followed.': 'Bám sát hình vẽ hoặc bản đồ đến mức nào.',
  'What the picture is not to show.': 'Những gì ảnh không được thể hiện.',
  'How noise is taken away.': 'Cách khử nhiễu.',
  'What the model is less sure of is not told. Lower finds more, and more that is wrong.':
    'Những gì mô hình ít chắc chắn hơn sẽ không được nêu. Thấp hơn thì tìm được nhiều hơn, và sai nhiều hơn.',
  'Who speaks, and how: the voice in words.': 'Ai nói và nói thế nào: mô tả giọng bằng lời.',
  'The voice’s name on the server.': 'Tên của giọng trên máy chủ.',
  'Each piece of sound is one of so many of the likeliest.': 'Mỗi mẩu âm thanh là một trong bấy nhiêu mẩu khả dĩ nhất.',
  'Above 1 makes the unlikely likelier, below 1 less so.':
    'Trên 1 làm điều ít khả năng dễ xảy ra hơn, dưới 1 thì ngược lại.',
  'The length where neither the words nor a film give one.': 'Độ dài khi cả lời lẫn phim đều không cho biết.',
  'In how many steps noise becomes a picture. The model is made for 8.':
    'Nhiễu thành ảnh sau bao nhiêu bước. Mô hình được làm cho 8 bước.',
  'The side of the square picture in pixels. Large ones take long.':
    'Cạnh của ảnh vuông tính bằng pixel. Ảnh lớn mất nhiều thời gian.',
};

/** By the questions in English. */
export const questions = {
  'What kind of dithering noise is used when bits are reduced?': 'Dùng loại nhiễu dither nào khi giảm số bit?',
  'Which file format should the result have?': 'Kết quả nên có định dạng tệp nào?',
  'Should the sound be mono, stereo, left only, right only, or sides swapped?':
    'Âm thanh nên là mono, stereo, chỉ trái, chỉ phải hay đổi chỗ hai bên?',
};
