/** What is asked for the fields of tools of videos, in Vietnamese. */
export const questions = {
  "Should the camera's own sound be kept or replaced by the separate recording?":
    'Giữ âm thanh của máy quay, hay thay bằng bản ghi âm riêng?',
  'Is the screen behind the person green or blue?': 'Phông phía sau người có màu xanh lá hay xanh dương?',
  'How close to the screen colour must things be to become transparent?':
    'Màu phải gần với màu phông đến mức nào để thành trong suốt?',
  'How many frames should stand side by side in each row?': 'Mỗi hàng nên có bao nhiêu khung hình cạnh nhau?',
  'How many rows of frames should the contact sheet have?': 'Bảng ảnh thu nhỏ nên có bao nhiêu hàng khung hình?',
  'Should each frame show its time stamp?': 'Mỗi khung hình có ghi thời điểm của nó không?',
  "Should the video's original sound stay underneath or be replaced?":
    'Giữ âm thanh gốc của video ở dưới, hay thay thế?',
  'Should the new sound repeat if it is shorter than the video?': 'Âm thanh mới có lặp lại nếu ngắn hơn video không?',
  'How loud should the music be compared with the voice, in decibels?':
    'Nhạc nên to bao nhiêu decibel so với giọng nói?',
  'How far should the music drop while somebody is talking?': 'Nhạc nên giảm bao nhiêu khi có người nói?',
  'At which moment should the picture freeze?': 'Dừng hình ở thời điểm nào?',
  'For how many seconds should the picture stand still?': 'Hình đứng yên bao nhiêu giây?',
  'How many seconds should the pictures be shown while the sound plays?':
    'Các ảnh hiện bao nhiêu giây trong khi âm thanh phát?',
  'Is the time meant for each picture or for all of them together?':
    'Thời gian tính cho từng ảnh hay cho tất cả cộng lại?',
  'Should the pictures crossfade into each other or change with a hard cut?':
    'Các ảnh nên chuyển chồng vào nhau hay đổi bằng cắt thẳng?',
  'Should the video with the pictures be widescreen, tall or square?':
    'Video từ các ảnh nên là màn ảnh rộng, dọc hay vuông?',
  "What fills the space beside pictures that do not fit the video's shape?":
    'Lấp gì vào chỗ trống bên cạnh ảnh không vừa hình dạng video?',
  'In which corner of the video should the logo or watermark lie?': 'Logo hoặc hình mờ nên nằm ở góc nào của video?',
  'How large should the logo, watermark or sticker be on the video?':
    'Logo, hình mờ hoặc nhãn dán nên lớn bao nhiêu trên video?',
  'How see-through or solid should the logo or watermark on the video be?':
    'Logo hoặc hình mờ trên video nên trong hay đục đến mức nào?',
  "How far should the logo or watermark stay from the video's edge?": 'Logo hoặc hình mờ nên cách mép video bao xa?',
  'From when to when should the logo or watermark be seen?': 'Logo hoặc hình mờ hiện từ lúc nào đến lúc nào?',
  'How many seconds long should the video made from the picture be?': 'Video tạo từ ảnh nên dài bao nhiêu giây?',
  'How many seconds should the pictures of the slideshow be shown?': 'Các ảnh trình chiếu hiện bao nhiêu giây?',
  'Is the time meant for each picture or for the whole slideshow?':
    'Thời gian tính cho từng ảnh hay cho cả buổi trình chiếu?',
  'Should the slideshow be widescreen, tall or square?': 'Trình chiếu nên là màn ảnh rộng, dọc hay vuông?',
  "What fills the space beside pictures that do not fit the slideshow's shape?":
    'Lấp gì vào chỗ trống bên cạnh ảnh không vừa hình dạng trình chiếu?',
  'In which order should the pictures of the slideshow be shown?': 'Các ảnh trình chiếu hiện theo thứ tự nào?',
  'In which language are the subtitles or closed captions?': 'Phụ đề ở ngôn ngữ nào?',
  "Which of the video's subtitle tracks is taken, by number or language?":
    'Lấy rãnh phụ đề nào của video, theo số hay ngôn ngữ?',
  'In which subtitle format should the text be saved, such as SRT or VTT?':
    'Lưu chữ theo định dạng phụ đề nào, như SRT hoặc VTT?',
  'Where on the video should the text or subtitles stand?': 'Chữ hoặc phụ đề nên nằm ở đâu trên video?',
  'Should the letters of the text be small, large or huge?': 'Chữ nên nhỏ, lớn hay rất lớn?',
  'Exactly how high should the letters be, in percent of the picture?':
    'Chữ cao chính xác bao nhiêu phần trăm của hình?',
  'What colour should the text or subtitles have?': 'Chữ hoặc phụ đề nên có màu gì?',
  'What colour should the box behind the text have?': 'Hộp sau chữ nên có màu gì?',
  'In which font should the text or subtitles be written?': 'Chữ hoặc phụ đề nên dùng phông chữ nào?',
  'How many seconds should the text take to fade in and out?': 'Chữ hiện và mờ dần trong bao nhiêu giây?',
  'From when to when should the text be shown on the video?': 'Chữ hiện trên video từ lúc nào đến lúc nào?',
  'How many seconds long should the described video be?': 'Video được mô tả nên dài bao nhiêu giây?',
  'How many pictures per second should the timelapse show?': 'Video tua nhanh hiện bao nhiêu ảnh mỗi giây?',
  'How long should the finished timelapse last?': 'Video tua nhanh hoàn chỉnh nên dài bao lâu?',
  'Should pictures of a different shape get black bars or be cropped?':
    'Ảnh khác hình dạng nên có dải đen hay được cắt cúp?',
  'Should the timelapse pictures follow by file name or by capture time?':
    'Các ảnh tua nhanh nối theo tên tệp hay theo thời gian chụp?',
  'Should the title picture come before the video, after it, or both?':
    'Ảnh tiêu đề nên ở trước video, sau video hay cả hai?',
  'How many seconds should each title or intro card be shown?': 'Mỗi thẻ tiêu đề hoặc mở đầu hiện bao nhiêu giây?',
  'How many seconds should the end card be shown?': 'Thẻ kết thúc hiện bao nhiêu giây?',
  'What fills the space beside a card that has another shape?': 'Lấp gì vào chỗ trống bên cạnh thẻ khác hình dạng?',
  'How strongly, in percent, should the LUT colour look be applied to the video?':
    'Áp màu LUT cho video mạnh bao nhiêu phần trăm?',
  'From when to when should the video be colour graded?': 'Chỉnh màu video từ lúc nào đến lúc nào?',
  'In which order should the videos be joined, and which comes first?':
    'Nối các video theo thứ tự nào, video nào trước?',
  'Which transition should there be between the videos, such as a crossfade?':
    'Giữa các video nên có chuyển cảnh nào, như chuyển chồng?',
  'How many seconds should the transition between two videos take?': 'Chuyển cảnh giữa hai video dài bao nhiêu giây?',
  'How many seconds of black screen should lie between the videos?': 'Giữa các video có bao nhiêu giây màn đen?',
  'Into which format should the video be converted, such as MP4, MOV or GIF?':
    'Chuyển video sang định dạng nào, như MP4, MOV hoặc GIF?',
  'For which app or service should the video be made ready to send?':
    'Chuẩn bị video để gửi cho ứng dụng hay dịch vụ nào?',
  'At most how many megabytes may the video file have?': 'Tệp video được tối đa bao nhiêu megabyte?',
  'Should it shrink by fewer bits, a smaller picture or a newer codec?':
    'Thu nhỏ bằng ít bit hơn, hình nhỏ hơn hay codec mới hơn?',
  'How many frames per second should the video have?': 'Video nên có bao nhiêu khung hình mỗi giây?',
  'To what width, height or percentage should the video be scaled?':
    'Đổi cỡ video thành chiều rộng, chiều cao hay phần trăm nào?',
  'How good should the video look, small file or high quality?': 'Video nên đẹp đến đâu: tệp nhỏ hay chất lượng cao?',
  'Should the video be copied without re-encoding, or encoded anew?':
    'Sao chép video không mã hóa lại, hay mã hóa lại?',
  "Should the interlaced video's comb lines be removed by deinterlacing?":
    'Có khử xen kẽ để bỏ các vệt răng lược của video không?',
  'Should the HDR video be turned into ordinary SDR?': 'Có chuyển video HDR sang SDR thông thường không?',
  'At most how many seconds may the video last before it is cut off?':
    'Video được dài tối đa bao nhiêu giây trước khi bị cắt?',
  'Which video codec should be used, such as H.264, HEVC or AV1?': 'Dùng codec video nào, như H.264, HEVC hoặc AV1?',
  'Should the video be saved without any sound track?': 'Có lưu video không kèm rãnh âm thanh nào không?',
  "Should the video's stretched pixels be made square?": 'Có làm các điểm ảnh bị kéo giãn của video thành vuông không?',
  'Should the video get a constant instead of a variable frame rate?':
    'Video nên có tốc độ khung hình không đổi thay vì biến đổi không?',
  'Should frames be dropped and repeated, or blended, to reach another frame rate?':
    'Bỏ và lặp lại khung hình, hay hòa trộn, để đạt tốc độ khung hình khác?',
  'Should the listed parts of the video be joined into one file?':
    'Có nối các phần được liệt kê của video thành một tệp không?',
  'How many frames per second does the cut list of the video count?':
    'Danh sách cắt của video tính bao nhiêu khung hình mỗi giây?',
  'How much brighter or darker should the video become, in percent?':
    'Video nên sáng hơn hay tối hơn bao nhiêu phần trăm?',
  "By how many stops should the video's exposure go up or down?": 'Tăng hay giảm phơi sáng của video bao nhiêu stop?',
  "How much stronger or weaker should the video's contrast be?":
    'Tương phản của video nên mạnh hơn hay yếu hơn bao nhiêu?',
  "How much warmer or cooler should the video's colours look?": 'Màu của video nên ấm hơn hay lạnh hơn bao nhiêu?',
  "How much more vivid or paler should the video's colours be?": 'Màu của video nên rực rỡ hơn hay nhạt hơn bao nhiêu?',
  "How much should the video's picture be sharpened?": 'Làm nét hình của video bao nhiêu?',
  'How strongly should the whole video picture be blurred?': 'Làm mờ toàn bộ hình của video mạnh bao nhiêu?',
  'How dark should the corners of the video get?': 'Các góc của video nên tối bao nhiêu?',
  'How much film grain should be added to the video?': 'Thêm bao nhiêu hạt phim vào video?',
  'How coarse should the mosaic blocks of the pixelated video be?':
    'Các khối khảm của video pixel hóa nên to bao nhiêu?',
  'To how many levels of each colour should the video be posterized?': 'Giảm mỗi màu của video xuống bao nhiêu mức?',
  'Should the video be black and white, sepia, negative or a pencil sketch?':
    'Video nên là đen trắng, sepia, âm bản hay phác họa chì?',
  'Which way is the video turned, and by how many degrees?': 'Xoay video theo hướng nào và bao nhiêu độ?',
  'Is the video flipped left to right or upside down?': 'Lật video theo chiều ngang hay chiều dọc?',
  'To what width, height or percentage should the video be resized?':
    'Thay đổi cỡ video thành chiều rộng, chiều cao hay phần trăm nào?',
  'To which aspect ratio should the video be cropped, such as 16:9?': 'Cắt video theo tỷ lệ khung hình nào, như 16:9?',
  'To how many pixels wide and high should the video be cropped?':
    'Cắt video còn bao nhiêu pixel chiều rộng và chiều cao?',
  'Which area of the video frame stays when the rest is cropped away?':
    'Vùng nào của hình video được giữ khi cắt bỏ phần còn lại?',
  'How thick should the border or frame around the video be?': 'Viền hoặc khung quanh video nên dày bao nhiêu?',
  'What colour should the border around the video have?': 'Viền quanh video nên có màu gì?',
  'Onto what canvas size or shape should the whole video be padded?':
    'Đặt toàn bộ video lên khung nền cỡ hay hình dạng nào?',
  'What colour should the bars or padding around the video have?': 'Dải viền quanh video nên có màu gì?',
  'From when to when should the video be changed?': 'Thay đổi video từ lúc nào đến lúc nào?',
  'How many seconds should the fade-in at the start take?': 'Hiện dần ở đầu mất bao nhiêu giây?',
  'How many seconds should the fade-out at the end take?': 'Mờ dần ở cuối mất bao nhiêu giây?',
  'Should the video fade from and to black or white?': 'Video hiện từ và mờ về màu đen hay trắng?',
  'Should the videos be shown side by side, stacked or in a grid?':
    'Các video nên hiện cạnh nhau, xếp chồng hay thành lưới?',
  'Should a shorter video freeze, loop, or end everything when it is over?':
    'Video ngắn hơn nên dừng hình, lặp lại hay kết thúc tất cả khi hết?',
  "Whose sound should be heard, the first video's, the second's or all?":
    'Nghe âm thanh của video nào: đầu, thứ hai hay tất cả?',
  'By number, which single one of the videos should be heard?': 'Nghe duy nhất video nào, theo số thứ tự?',
  'In which order should the videos be placed on the screen?': 'Các video nằm trên màn hình theo thứ tự nào?',
  'Which area of the video should be hidden or censored?': 'Che hoặc kiểm duyệt vùng nào của video?',
  'Should the area be blurred, pixelated or covered up?': 'Vùng đó nên được làm mờ, pixel hóa hay che phủ?',
  'With which colour should the area in the video be covered?': 'Che vùng trong video bằng màu gì?',
  'Should the hidden area follow the moving thing through the video?':
    'Vùng che có bám theo vật chuyển động trong video không?',
  'From when to when in the video should the area be hidden?': 'Che vùng đó từ lúc nào đến lúc nào trong video?',
  'How many times should the video play in total?': 'Video phát tổng cộng bao nhiêu lần?',
  'How long should the looped video last in total?': 'Video lặp nên dài tổng cộng bao lâu?',
  'Which part of the video should be repeated at its place?': 'Phần nào của video được lặp lại tại chỗ?',
  "Should all the video's hidden data be removed, or only its GPS location?":
    'Xóa mọi dữ liệu ẩn của video, hay chỉ vị trí GPS?',
  "Should the video's sound be silenced or bleeped over with a tone?": 'Tắt âm thanh của video hay chèn tiếng bíp lên?',
  'From when to when should the video be muted or bleeped?': 'Tắt tiếng hoặc chèn tiếng bíp từ lúc nào đến lúc nào?',
  'Should the faces be blurred, pixelated or covered up?': 'Các khuôn mặt nên được làm mờ, pixel hóa hay che phủ?',
  'With which colour should the faces be covered?': 'Che các khuôn mặt bằng màu gì?',
  'From when to when in the video should the faces be hidden?': 'Che các khuôn mặt từ lúc nào đến lúc nào trong video?',
  'How large should the whole picture with its background be?': 'Toàn bộ hình kèm nền nên lớn bao nhiêu?',
  'How large should the video be in front of the background picture?': 'Video trước ảnh nền nên lớn bao nhiêu?',
  'Where on the background picture should the video sit?': 'Video nên nằm ở đâu trên ảnh nền?',
  "How far should the video stay from the background's edge?": 'Video nên cách mép nền bao xa?',
  'In which corner or place should the small video lie?': 'Video nhỏ nên nằm ở góc hay chỗ nào?',
  'How large should the small video on top be?': 'Video nhỏ ở trên nên lớn bao nhiêu?',
  'How see-through or solid should the video on top be?': 'Video ở trên nên trong hay đục đến mức nào?',
  'How far should the small video stay from the edge?': 'Video nhỏ nên cách mép bao xa?',
  'From when to when should the video on top be seen?': 'Video ở trên hiện từ lúc nào đến lúc nào?',
  "Which video's sound should be heard, the background's, the overlay's or both?":
    'Nghe âm thanh của video nào: nền, lớp phủ hay cả hai?',
  'Which of the two videos lies on top of the other?': 'Video nào trong hai video nằm trên video kia?',
  'Should the small video be mirrored, and in which direction?': 'Có lật gương video nhỏ không, và theo chiều nào?',
  'Which part of the small video should be visible?': 'Phần nào của video nhỏ được nhìn thấy?',
  "Should SHA-256 checksums of the video's streams and frames be computed?":
    'Có tính mã SHA-256 của các luồng và khung hình của video không?',
  'Should the video become vertical, square or landscape?': 'Video nên thành dọc, vuông hay ngang?',
  'Which aspect ratio, width to height, should the video get, such as 4:5?':
    'Video nên có tỷ lệ chiều rộng trên chiều cao nào, như 4:5?',
  'Exactly how many pixels wide and high should the reframed video be?':
    'Video đổi khung nên rộng và cao chính xác bao nhiêu pixel?',
  'Should the video be cropped to fit, or get blurred, black or white bars?':
    'Cắt video cho vừa, hay thêm dải mờ, đen hoặc trắng?',
  'Should the video play backwards, or forwards and back as a boomerang?':
    'Phát video ngược, hay phát xuôi rồi ngược kiểu boomerang?',
  "How quiet must the video's sound be to count as silence?":
    'Âm thanh của video phải nhỏ đến đâu mới tính là im lặng?',
  'How long must a silent pause be at least to be cut out?': 'Khoảng lặng phải dài ít nhất bao lâu mới bị cắt?',
  'How much silence should be left before and after the talking?': 'Để lại bao nhiêu khoảng lặng trước và sau lời nói?',
  'Should silence be cut everywhere, or only at the start or end?':
    'Cắt khoảng lặng ở mọi nơi, hay chỉ ở đầu hoặc cuối?',
  'By how many milliseconds or seconds should the sound come later or earlier?':
    'Âm thanh nên đến muộn hơn hay sớm hơn bao nhiêu mili giây hoặc giây?',
  'Should the scenes with the spoken words be cut out, or kept alone?':
    'Cắt bỏ các cảnh có những từ được nói, hay chỉ giữ chúng?',
  'How many times faster or slower should the video play?': 'Video nên phát nhanh hơn hay chậm hơn bao nhiêu lần?',
  'Which speed should the video gradually speed up or slow down to?': 'Video nên tăng hoặc giảm dần đến tốc độ nào?',
  'How long should the video last after it is sped up or slowed down?':
    'Video nên dài bao lâu sau khi tăng hoặc giảm tốc?',
  'Which part of the video should play faster or in slow motion?': 'Phần nào của video phát nhanh hơn hoặc quay chậm?',
  'Should frames be blended into each other for smooth motion?':
    'Có hòa trộn các khung hình vào nhau cho chuyển động mượt không?',
  'From when to when does each video piece go?': 'Mỗi đoạn video đi từ lúc nào đến lúc nào?',
  'How many seconds or minutes long should each video piece be?': 'Mỗi đoạn video nên dài bao nhiêu giây hoặc phút?',
  'At which moments should the video be cut into pieces?': 'Cắt video thành các đoạn ở những thời điểm nào?',
  'Into how many equal pieces should the video be split?': 'Chia video thành bao nhiêu đoạn bằng nhau?',
  'Should the video be split at every scene change or chapter?': 'Chia video ở mỗi lần đổi cảnh hay mỗi chương?',
  'How long must nothing happen on screen before it is cut out?':
    'Trên hình phải không có gì xảy ra bao lâu mới bị cắt?',
  'How much of a motionless stretch should be left at each end?': 'Để lại bao nhiêu của đoạn đứng yên ở mỗi đầu?',
  'How much tiny movement, in percent, still counts as nothing moving?':
    'Chuyển động nhỏ bao nhiêu phần trăm vẫn tính là đứng yên?',
  'What is the title of the video?': 'Tiêu đề của video là gì?',
  'Who is the artist or maker of the video?': 'Nghệ sĩ hoặc người làm video là ai?',
  'To which series or album does the video belong?': 'Video thuộc loạt hoặc album nào?',
  'In which year or on which day was the video made?': 'Video được làm năm nào hoặc ngày nào?',
  'What genre is the video, such as documentary or comedy?': 'Video thuộc thể loại nào, như phim tài liệu hay hài?',
  'What comment or note should be saved in the video file?': 'Lưu ghi chú gì trong tệp video?',
  'Which episode or track number does the video have?': 'Video là tập hoặc bài số mấy?',
  'Should a timecode, a clock, a running timer or frame numbers be shown?':
    'Hiện mã thời gian, đồng hồ, bộ đếm giờ hay số khung hình?',
  'At which time or number should the counter start?': 'Bộ đếm bắt đầu từ thời gian hoặc số nào?',
  'In which corner or place should the timecode or clock stand?':
    'Mã thời gian hoặc đồng hồ nên nằm ở góc hay chỗ nào?',
  'How big should the digits of the timecode or clock be?': 'Chữ số của mã thời gian hoặc đồng hồ nên lớn bao nhiêu?',
  'What colour should the digits of the timecode or clock have?': 'Chữ số của mã thời gian hoặc đồng hồ nên có màu gì?',
  'From when to when should the timecode or timer be visible?':
    'Mã thời gian hoặc bộ đếm giờ hiện từ lúc nào đến lúc nào?',
  'How many frames per second should the animated picture have?': 'Ảnh động nên có bao nhiêu khung hình mỗi giây?',
  'How many pixels wide should the animated picture be?': 'Ảnh động nên rộng bao nhiêu pixel?',
  'Should the animation be saved as an animated WebP or an APNG?': 'Lưu hình động thành WebP động hay APNG?',
  "Which of the video's sound tracks is taken, by number or language?":
    'Lấy rãnh âm thanh nào của video, theo số hay ngôn ngữ?',
  'Should every sound track or channel become a separate file?':
    'Mỗi rãnh hoặc kênh âm thanh có thành một tệp riêng không?',
  'Which audio format should the extracted sound have, such as MP3 or WAV?':
    'Âm thanh tách ra nên có định dạng nào, như MP3 hoặc WAV?',
  'Should the sound be copied out as it is, without re-encoding?':
    'Có sao chép âm thanh nguyên trạng, không mã hóa lại không?',
  'How many kilobits per second should the extracted sound have?':
    'Âm thanh tách ra nên có bao nhiêu kilobit mỗi giây?',
  'How many samples per second (hertz) should the extracted sound have?':
    'Âm thanh tách ra nên có bao nhiêu mẫu mỗi giây (hertz)?',
  'How many bits per sample should the extracted sound have?': 'Âm thanh tách ra nên có bao nhiêu bit mỗi mẫu?',
  'Should the extracted sound be mono or stereo?': 'Âm thanh tách ra nên là mono hay stereo?',
  'At which moments of the video should frames be grabbed as pictures?':
    'Lấy khung hình làm ảnh ở những thời điểm nào của video?',
  'Every how many seconds or frames should a still be taken?':
    'Cứ bao nhiêu giây hoặc khung hình thì lấy một ảnh tĩnh?',
  'How many still pictures should be taken from the video?': 'Lấy bao nhiêu ảnh tĩnh từ video?',
  'Which picture format should the frames be saved in?': 'Lưu các khung hình theo định dạng ảnh nào?',
  'Which part of the video is kept or taken out?': 'Giữ lại hay bỏ đi phần nào của video?',
  "How many decibels louder or quieter should the video's sound be?":
    'Âm thanh của video nên to hơn hay nhỏ hơn bao nhiêu decibel?',
  "To which overall loudness (LUFS) should the video's sound be normalised?":
    'Chuẩn hóa âm thanh của video về độ to chung (LUFS) nào?',
  'By how many decibels may quiet speakers in the video be raised?':
    'Được nâng giọng nói nhỏ trong video bao nhiêu decibel?',
  'Which part of the video should become louder or quieter?': 'Phần nào của video nên to hơn hoặc nhỏ hơn?',
  'Which part of the picture should the camera zoom in on?': 'Máy quay nên thu phóng vào phần nào của hình?',
  'Which part of the picture is seen when the zoom begins?': 'Thấy phần nào của hình khi bắt đầu thu phóng?',
  'From when to when should the zoom or camera move happen?':
    'Thu phóng hoặc di chuyển máy quay từ lúc nào đến lúc nào?',
  'Should the view stay zoomed in afterwards, or go back at once or slowly?':
    'Sau đó giữ khung hình thu phóng, hay trở lại ngay hoặc từ từ?',
  'At exactly which pixels or percentages should the picture sit, and how big?':
    'Ảnh nằm chính xác ở pixel hay phần trăm nào, và lớn bao nhiêu?',
  'At exactly which pixels or percentages should the inset video sit, and how big?':
    'Video nhỏ nằm chính xác ở pixel hay phần trăm nào, và lớn bao nhiêu?',
  'At exactly which pixels or percentages should the video sit, and how big?':
    'Video nằm chính xác ở pixel hay phần trăm nào, và lớn bao nhiêu?',
};
