/** What tools of videos do, and what their fields mean, in Vietnamese. */
/** By what they do in English. */
export const descriptions = {
  "Sync a separate recording with a video: align the external recorder's audio with the camera's sound, and use it instead":
    'Đồng bộ bản ghi âm riêng với video: căn âm thanh của máy ghi ngoài theo âm thanh máy quay và dùng nó thay thế',
  'List the chapters of a video: a line with time and title for each, as YouTube descriptions have them':
    'Liệt kê các chương của video: mỗi chương một dòng gồm thời gian và tiêu đề, như trong mô tả YouTube',
  'Give a video chapters: marks with titles at times, from a list with a time and a title in each line; nothing is encoded anew':
    'Đặt chương cho video: các mốc có tiêu đề tại các thời điểm, theo danh sách mỗi dòng một thời gian và tiêu đề; không mã hóa lại',
  'Chroma key: replace the green screen of a video with an image as the background':
    'Chroma key: thay phông xanh của video bằng một ảnh làm nền',
  'Chroma key: replace the green screen of a video with another video as the background':
    'Chroma key: thay phông xanh của video bằng một video khác làm nền',
  'Make a contact sheet of a video: one image with its frames at equal distances in columns and rows, each with its time':
    'Tạo bảng ảnh thu nhỏ của video: một ảnh gồm các khung hình cách đều nhau theo cột và hàng, mỗi khung có thời gian',
  "Replace or mix a video's sound with an audio track, fitted to its length":
    'Thay hoặc trộn âm thanh của video với một rãnh âm thanh, vừa với độ dài video',
  'Freeze a frame of a video: it stands still for some seconds, in silence, and then goes on':
    'Dừng một khung hình của video: hình đứng yên vài giây, không tiếng, rồi chạy tiếp',
  'Make a video of an image with a sound track': 'Tạo video từ một ảnh với một rãnh âm thanh',
  'Lay an image over a video: a watermark, a logo, a sticker': 'Đặt ảnh lên video: hình mờ, logo, nhãn dán',
  'Bring an image to life as a short video': 'Biến ảnh thành video ngắn có chuyển động',
  'Make a slideshow video of images that are shown one after the other with a transition':
    'Tạo video trình chiếu từ các ảnh lần lượt hiện ra với hiệu ứng chuyển',
  'Give a video a subtitle track: closed captions (soft subtitles) that can be switched off':
    'Thêm rãnh phụ đề cho video: phụ đề mềm có thể tắt đi',
  'Take the subtitles that a video holds out of it as a text with times, an SRT or VTT file':
    'Lấy phụ đề có trong video ra thành văn bản có thời gian, tệp SRT hoặc VTT',
  'Show a text, a title, a lower third or timed subtitles on a video: where, when, in which size, colour and font, in a box, fading in and out':
    'Hiện chữ, tiêu đề, chữ ở một phần ba dưới hoặc phụ đề theo thời gian trên video: ở đâu, khi nào, cỡ, màu và phông chữ nào, trong hộp, hiện và mờ dần',
  'Make a short video from a description': 'Tạo video ngắn từ mô tả',
  'Make a timelapse or stop motion video of many images, one after the other in the order of their names, as its frames':
    'Tạo video tua nhanh thời gian hoặc stop motion từ nhiều ảnh, lần lượt theo thứ tự tên, làm khung hình',
  'Find the black bars around a video and crop them off': 'Tìm các dải viền đen quanh video và cắt bỏ',
  'Describe a video': 'Mô tả video',
  'Show pictures for some seconds in front of and behind a video: a title card, an intro picture, an end card':
    'Hiện ảnh vài giây trước và sau video: thẻ tiêu đề, ảnh mở đầu, thẻ kết thúc',
  'Change the stereo channels of a video: left or right to both sides, swapped, mono, 5.1 mixed down to stereo':
    'Đổi các kênh stereo của video: trái hoặc phải ra cả hai bên, đổi chỗ, mono, trộn 5.1 xuống stereo',
  'Name the actions in a video': 'Gọi tên các hành động trong video',
  'Grade the colours of a video with a LUT: apply a colour look-up table from a .cube or .3dl file, all of it or between two times':
    'Chỉnh màu video bằng LUT: áp bảng tra màu từ tệp .cube hoặc .3dl, cho toàn bộ hoặc giữa hai thời điểm',
  'Join two or more videos into one, also with a transition between them: a crossfade, a fade through black or white, a wipe, a slide, a circle or a zoom':
    'Nối hai hay nhiều video thành một, có thể kèm chuyển cảnh: chuyển chồng, qua màu đen hoặc trắng, quét, trượt, hình tròn hoặc thu phóng',
  'Write a video as another file: as mp4, mov, mkv, webm, avi or an animated gif, at a constant frame rate, compressed under a file size, re-encoded or remuxed, deinterlaced, tone mapped from HDR to SDR, or as WhatsApp, Discord, Instagram, YouTube or e-mail take it':
    'Ghi video thành tệp khác: mp4, mov, mkv, webm, avi hoặc gif động, tốc độ khung hình không đổi, nén dưới một dung lượng, mã hóa lại hoặc đóng gói lại, khử xen kẽ, chuyển từ HDR sang SDR, hoặc đúng theo yêu cầu của WhatsApp, Discord, Instagram, YouTube hay e-mail',
  'Cut a video into the parts that a list names: an EDL, a CSV table with start and end, or labels':
    'Cắt video thành các phần mà danh sách nêu: EDL, bảng CSV có đầu và cuối, hoặc nhãn',
  'Adjust a video as a sentence says: brighter, black and white, blur, rotate, flip, crop, resize, frame it, all of it or between two times':
    'Chỉnh video theo một câu: sáng hơn, đen trắng, làm mờ, xoay, lật, cắt cúp, đổi cỡ, thêm viền, toàn bộ hoặc giữa hai thời điểm',
  'Fade a video in from black or out to black, its sound with it':
    'Hiện dần video từ màu đen hoặc mờ dần về màu đen, kèm âm thanh',
  'Cut filler words such as um, uh and er out of the speech of a video, picture and sound in step':
    'Cắt các từ đệm như “ờ”, “à”, “ừm” khỏi lời nói trong video, hình và tiếng vẫn khớp',
  'Show several videos at once in one: side by side, split screen, stacked, a grid, a comparison':
    'Hiện nhiều video cùng lúc trong một video: cạnh nhau, chia màn hình, xếp chồng, lưới, so sánh',
  'Hide a box in a video given in pixels, in percent or as a place, such as a number plate: blur, pixelate or cover what is there, all the time or between two times, also following what moves':
    'Che một khung trong video, cho bằng pixel, phần trăm hoặc vị trí, như biển số xe: làm mờ, pixel hóa hoặc che phủ, suốt video hoặc giữa hai thời điểm, cũng có thể bám theo vật chuyển động',
  'Play a video over and over: a number of times, or until it has a length':
    'Phát video lặp đi lặp lại: một số lần, hoặc đến khi đủ độ dài',
  'Remove the metadata of a video: GPS location, camera, date and title, or the place alone; frames and sound stay as they are':
    'Xóa siêu dữ liệu của video: vị trí GPS, máy quay, ngày và tiêu đề, hoặc chỉ vị trí; hình và tiếng giữ nguyên',
  'Silence the sound of a video: mute all of it, mute or bleep out the first, last or any seconds':
    'Tắt âm thanh của video: tắt tất cả, tắt hoặc chèn tiếng bíp vào những giây đầu, cuối hay bất kỳ',
  'Hide faces in a video wherever they go, by name and without a box: find, follow and blur, pixelate or cover them':
    'Che khuôn mặt trong video dù di chuyển đến đâu, theo tên và không cần khung: tìm, bám theo và làm mờ, pixel hóa hoặc che phủ',
  'Show a video smaller in front of a picture, which is its background': 'Hiện video thu nhỏ trước một ảnh làm nền',
  'Lay a video over another video: picture in picture, an overlay in a corner':
    'Đặt một video lên video khác: hình trong hình, lớp phủ ở một góc',
  'Tell what a video file is: its length, size in pixels, frame rate, codecs, audio tracks, loudness, bit rate, file size and metadata':
    'Cho biết thông tin tệp video: độ dài, kích thước pixel, tốc độ khung hình, codec, rãnh âm thanh, độ to, tốc độ bit, dung lượng và siêu dữ liệu',
  'Answer a question about a video': 'Trả lời câu hỏi về video',
  'Fit a video into another format or aspect ratio for a platform: vertical, portrait, square, landscape or widescreen, cropped, with a blurred background, or letterboxed between bars':
    'Đưa video về định dạng hoặc tỷ lệ khung hình khác cho một nền tảng: dọc, đứng, vuông, ngang hoặc màn ảnh rộng, cắt cúp, với nền mờ, hoặc giữa các dải viền',
  'Play a video backwards, its sound with it, or forwards and then backwards as a boomerang':
    'Phát ngược video cùng âm thanh, hoặc phát xuôi rồi phát ngược kiểu boomerang',
  'Cut the silence out of a video: pauses and dead air go, picture and sound stay in step':
    'Cắt khoảng lặng khỏi video: bỏ các khoảng nghỉ và chỗ trống, hình và tiếng vẫn khớp',
  'Delay the sound of a video, or bring it forward: fix audio out of sync, some milliseconds late or early':
    'Làm âm thanh của video trễ lại hoặc sớm lên: sửa âm thanh lệch, trễ hoặc sớm vài mili giây',
  'Cut words that are said out of a video, or keep only where they are said, picture and sound in step':
    'Cắt những từ được nói khỏi video, hoặc chỉ giữ những chỗ nói chúng, hình và tiếng vẫn khớp',
  'Play a video or a part of it faster or slower, or ramp its speed gradually from one to another, sound kept in pitch':
    'Phát video hoặc một phần nhanh hơn hay chậm hơn, hoặc đổi dần tốc độ từ mức này sang mức khác, giữ nguyên cao độ âm thanh',
  'Split a video into several shorter ones: every so often, at given times, into equal parts, at each scene or chapter':
    'Chia video thành nhiều video ngắn hơn: theo khoảng đều, tại các thời điểm, thành phần bằng nhau, ở mỗi cảnh hoặc chương',
  'Steady a shaky video': 'Làm ổn định video bị rung',
  'Cut out the parts of a video in which nothing moves or happens on screen':
    'Cắt bỏ các phần của video mà trên hình không có gì chuyển động hay xảy ra',
  'Write tags into the metadata of a video: title, artist, album, date, genre, comment, track number; frames and sound stay as they are':
    'Ghi thẻ vào siêu dữ liệu video: tiêu đề, nghệ sĩ, album, ngày, thể loại, ghi chú, số bài; hình và tiếng giữ nguyên',
  'Burn a running timecode, a clock, a timer or frame numbers into a video':
    'Gắn mã thời gian chạy, đồng hồ, bộ đếm giờ hoặc số khung hình vào video',
  'Make an animated WebP or APNG picture of a video, without sound':
    'Tạo ảnh động WebP hoặc APNG từ video, không có âm thanh',
  'Take the sound out of a video': 'Tách âm thanh ra khỏi video',
  'Take the key frames of a video': 'Lấy các khung hình chính của video',
  'Build a self-contained web page that presents a video': 'Tạo một trang web độc lập giới thiệu video',
  'Cut a video to the times that a sentence gives': 'Cắt video theo các thời điểm mà câu nêu',
  'Change the volume: make a video, or the first, last or any seconds of it, louder or quieter, or normalise it':
    'Đổi âm lượng: làm video, hoặc những giây đầu, cuối hay bất kỳ, to hơn hoặc nhỏ hơn, hoặc chuẩn hóa',
  'Zoom slowly into a part of a video, as a camera that moves over it: from all of it or one part to another, between two times':
    'Thu phóng chậm vào một phần của video như máy quay di chuyển: từ toàn cảnh hoặc một phần đến phần khác, giữa hai thời điểm',
};

/** By what they mean in English. */
export const meanings = {
  "Whether the video's own sound is kept beside the recording or replaced by it; replaced, where none is set.":
    'Âm thanh gốc của video được giữ bên cạnh bản ghi hay bị thay thế; nếu không đặt thì thay thế.',
  'The file format; that of the video, where none is set.': 'Định dạng tệp; nếu không đặt thì như video.',
  'The colour of the screen; measured in the video, where none is set.':
    'Màu của phông; nếu không đặt thì đo trong video.',
  "How far colours may be from the screen's and still be taken out; 30, where none is set.":
    'Màu được lệch khỏi màu phông bao nhiêu mà vẫn bị loại; nếu không đặt thì 30.',
  'The file format; MP4, where none is set.': 'Định dạng tệp; nếu không đặt thì MP4.',
  'How many frames stand side by side; 4, where none is set.': 'Bao nhiêu khung hình cạnh nhau; nếu không đặt thì 4.',
  'How many rows there are; as many as columns, where none is set.':
    'Có bao nhiêu hàng; nếu không đặt thì bằng số cột.',
  'Whether each frame has its time; so it is, where none is set.':
    'Mỗi khung hình có ghi thời gian không; nếu không đặt thì có.',
  "Whether the video's own sound is kept beside the new one or replaced by it; as what is heard in both suggests, where none is set.":
    'Âm thanh gốc của video được giữ bên cạnh âm thanh mới hay bị thay thế; nếu không đặt thì tùy theo nội dung nghe được trong cả hai.',
  'Whether a sound that is shorter than the video is heard again until it ends; once, where none is set.':
    'Âm thanh ngắn hơn video có phát lại đến hết không; nếu không đặt thì một lần.',
  'When it stands still, such as 0:05, or end for the last frame; at the end, where nothing is set.':
    'Khi nào hình đứng yên, như 0:05, hoặc end cho khung hình cuối; nếu không đặt thì ở cuối.',
  'How long it stands still; 2 seconds, where nothing is set.': 'Hình đứng yên bao lâu; nếu không đặt thì 2 giây.',
  'How long each picture is seen; together as long as the sound, where none is set.':
    'Mỗi ảnh hiện bao lâu; nếu không đặt thì tổng cộng dài bằng âm thanh.',
  'Whether the time is that of each picture or of all of them; of each, where none is set.':
    'Thời gian là của từng ảnh hay của tất cả; nếu không đặt thì của từng ảnh.',
  'How one picture follows the other; they crossfade, where none is set.':
    'Ảnh này nối sang ảnh kia thế nào; nếu không đặt thì chuyển chồng.',
  'The frame of the video; as most of several pictures lie and as a single one is, where none is set.':
    'Khung hình của video; nếu không đặt thì theo đa số ảnh, hoặc theo ảnh nếu chỉ có một.',
  'What is beside pictures of another shape; the picture blurred, where none is set.':
    'Có gì bên cạnh những ảnh khác hình dạng; nếu không đặt thì chính ảnh đó làm mờ.',
  'When it is seen; all the time, where none is set.': 'Khi nào được thấy; nếu không đặt thì suốt video.',
  'How long the video is.': 'Video dài bao lâu.',
  'How long each picture is seen; 3 s, where none is set.': 'Mỗi ảnh hiện bao lâu; nếu không đặt thì 3 s.',
  'The frame of the video; as most of the pictures lie, where none is set.':
    'Khung hình của video; nếu không đặt thì theo đa số ảnh.',
  'The language of the subtitles; the one that their words are written in, where none is set.':
    'Ngôn ngữ của phụ đề; nếu không đặt thì ngôn ngữ của lời phụ đề.',
  'Of several the one of that number or language, such as 2 or German; the first with words, where none is set.':
    'Trong nhiều rãnh, rãnh có số hoặc ngôn ngữ đó, như 2 hoặc German; nếu không đặt thì rãnh đầu tiên có lời.',
  'The file format; srt, where none is set.': 'Định dạng tệp; nếu không đặt thì srt.',
  'Where the words stand; at the bottom, where none is set.': 'Chữ nằm ở đâu; nếu không đặt thì ở phía dưới.',
  'How large the letters are; legible on a telephone, where none is set.':
    'Chữ lớn bao nhiêu; nếu không đặt thì đủ đọc trên điện thoại.',
  'How high the letters are, of the shorter side; as “Letters” says, where none is set.':
    'Chữ cao bao nhiêu so với cạnh ngắn; nếu không đặt thì theo mục “Chữ”.',
  'The colour of the letters; white, where none is set.': 'Màu của chữ; nếu không đặt thì trắng.',
  'The colour of a box behind the letters; no box, where none is set.':
    'Màu của hộp sau chữ; nếu không đặt thì không có hộp.',
  'The name of a font of this computer, such as Georgia; DejaVu Sans, where none is set.':
    'Tên một phông chữ của máy này, như Georgia; nếu không đặt thì DejaVu Sans.',
  'How long the words take to come and to go; they are there at once, where none is set.':
    'Chữ hiện ra và biến mất trong bao lâu; nếu không đặt thì hiện ngay.',
  'When they are shown, such as 0:02 to 0:05 or last 0:03; all the time or at their own times, where none is set.':
    'Khi nào hiện, như 0:02 to 0:05 hoặc last 0:03; nếu không đặt thì suốt video hoặc theo thời gian riêng.',
  'How many pictures are seen in a second; 25, where none is set.':
    'Bao nhiêu ảnh hiện trong một giây; nếu không đặt thì 25.',
  'How long all of it is, instead of a frame rate.': 'Toàn bộ dài bao lâu, thay cho tốc độ khung hình.',
  'What is done with pictures of another shape than most; they get bars, where none is set.':
    'Làm gì với ảnh có hình dạng khác đa số; nếu không đặt thì thêm dải viền.',
  'In which order they follow each other; by name, numbers as numbers, where none is set.':
    'Chúng nối tiếp nhau theo thứ tự nào; nếu không đặt thì theo tên, chữ số được tính là số.',
  'Where they are seen; before the video, and of several the first before it and the others after it, where none is set.':
    'Hiện ở đâu; nếu không đặt thì trước video, và nếu có nhiều ảnh thì ảnh đầu ở trước, các ảnh khác ở sau.',
  'How long each is seen; 3 s, where none is set.': 'Mỗi ảnh hiện bao lâu; nếu không đặt thì 3 s.',
  'How many seconds each after the video is seen; as long as the others, where none is set.':
    'Mỗi ảnh sau video hiện bao nhiêu giây; nếu không đặt thì như các ảnh khác.',
  'What is beside pictures of another shape; black, where none is set. Nothing: they fill the frame.':
    'Có gì bên cạnh ảnh khác hình dạng; nếu không đặt thì đen. Không có gì: ảnh lấp đầy khung hình.',
  'One side heard on both, left and right exchanged, or all mixed together.':
    'Một bên nghe ở cả hai, trái và phải đổi chỗ, hoặc trộn tất cả.',
  'On which part of the video, such as 0:02 to 0:05; on the whole, where none is set.':
    'Trên phần nào của video, như 0:02 to 0:05; nếu không đặt thì toàn bộ.',
  'Which comes first: as they were named, or by the parts that a camera wrote of one recording, where none is set. By name, numbers count as numbers.':
    'Video nào đến trước; nếu không đặt thì theo thứ tự đã nêu, hoặc theo các phần mà máy quay ghi của một lần quay. Theo tên thì chữ số được tính là số.',
  'How one passes over into the next; a hard cut, where none is set.':
    'Video này chuyển sang video sau thế nào; nếu không đặt thì cắt thẳng.',
  'How long a transition is; a second, where none is set.': 'Chuyển cảnh dài bao lâu; nếu không đặt thì một giây.',
  'How many seconds of black and silence lie between two that follow each other; none, where none is set.':
    'Bao nhiêu giây màn đen và im lặng giữa hai video nối tiếp; nếu không đặt thì không có.',
  'The file format; as the video came where that is written here, else MP4, where none is set.':
    'Định dạng tệp; nếu không đặt thì như video nếu ghi được ở đây, không thì MP4.',
  'Where it is to play: bytes, sides, length, frame rate, codec and sound as that service takes them, all at once.':
    'Phát ở đâu: số byte, các cạnh, độ dài, tốc độ khung hình, codec và âm thanh theo yêu cầu của dịch vụ đó, tất cả cùng lúc.',
  'How large the file is at most, such as 8 MB; it is scaled down where that looks better.':
    'Tệp lớn nhất bao nhiêu, như 8 MB; hình được thu nhỏ khi như vậy trông đẹp hơn.',
  'How the file becomes so small; as looks best and plays everywhere, where none is set.':
    'Làm tệp nhỏ lại bằng cách nào; nếu không đặt thì cách trông đẹp nhất và phát được mọi nơi.',
  'Frames a second, at equal distances; as the video has, where none is set. A GIF has at most 15 then.':
    'Số khung hình mỗi giây, cách đều nhau; nếu không đặt thì như video. Khi đó GIF có tối đa 15.',
  'Such as 400 wide, 720 high or 50%; the proportions stay. A GIF is at most 480 wide, where none is set.':
    'Như 400 wide (rộng), 720 high (cao) hoặc 50%; giữ nguyên tỷ lệ. Nếu không đặt thì GIF rộng tối đa 480.',
  'How good it looks; normal, where none is set.': 'Trông đẹp đến mức nào; nếu không đặt thì thường.',
  'Copied: nothing is encoded anew, or it is refused. Where none is set, what fits is copied.':
    'Sao chép: không mã hóa lại gì, nếu không được thì từ chối. Nếu không đặt thì phần nào phù hợp sẽ được sao chép.',
  'Frames made whole of two fields each, also where the file does not say that it is interlaced; as it says, where none is set.':
    'Ghép khung hình đầy đủ từ hai trường, kể cả khi tệp không ghi là xen kẽ; nếu không đặt thì theo tệp.',
  'From HDR (PQ or HLG) to the ordinary range of light.': 'Từ HDR (PQ hoặc HLG) sang dải sáng thông thường.',
  'How many seconds it lasts at most; what comes after is cut off. As long as it is, where none is set.':
    'Dài tối đa bao nhiêu giây; phần sau bị cắt. Nếu không đặt thì giữ nguyên độ dài.',
  "What packs the frames; the format's usual one, where none is set.":
    'Thứ dùng để nén các khung hình; nếu không đặt thì codec thường dùng của định dạng.',
  'None: the result has no sound track. All of it stays, where nothing is set.':
    'Không: kết quả không có rãnh âm thanh. Nếu không đặt thì giữ tất cả.',
  'Square: every pixel is as wide as high, as tablets and editors want them; as they are where they can be kept, where nothing is set.':
    'Vuông: mỗi điểm ảnh rộng bằng cao, như máy tính bảng và phần mềm dựng phim cần; nếu không đặt thì giữ nguyên khi có thể.',
  'Constant: frames come at equal distances, at the rate at which none is left out; as they come, where nothing is set.':
    'Không đổi: các khung hình cách đều nhau, ở tốc độ không bỏ khung nào; nếu không đặt thì như vốn có.',
  'How another frame rate is reached: by leaving out and repeating frames, where nothing is set, or blended, so that they pass over into each other.':
    'Đạt tốc độ khung hình khác bằng cách nào: nếu không đặt thì bỏ bớt và lặp lại khung hình, hoặc hòa trộn để chúng chuyển dần vào nhau.',
  'Frames a second by which an EDL counts; that of the video, where none is set.':
    'Số khung hình mỗi giây mà EDL tính theo; nếu không đặt thì như video.',
  'Degrees clockwise. By other angles than quarter turns the size stays and the corners are black.':
    'Số độ theo chiều kim đồng hồ. Với góc khác bội số 90 độ, kích thước giữ nguyên và các góc màu đen.',
  'Such as 1280 wide, 720 high, 800x600 or 50%; the proportions stay.':
    'Như 1280 wide (rộng), 720 high (cao), 800x600 hoặc 50%; giữ nguyên tỷ lệ.',
  'How long it rises at the start.': 'Hiện dần ở đầu trong bao lâu.',
  'How long it falls at the end.': 'Mờ dần ở cuối trong bao lâu.',
  'What it fades from and to; black, where none is set.': 'Màu bắt đầu và kết thúc khi mờ dần; nếu không đặt thì đen.',
  'How they lie; up to three side by side and more in a grid, where none is set.':
    'Cách sắp xếp; nếu không đặt thì tối đa ba video cạnh nhau, nhiều hơn thành lưới.',
  'What becomes of a video that ends before another; its last frame stays, where none is set.':
    'Làm gì với video kết thúc trước video khác; nếu không đặt thì giữ khung hình cuối.',
  "What is heard; the first video's sound, where none is set.": 'Nghe gì; nếu không đặt thì âm thanh của video đầu.',
  'The number of the only video that is heard, counted as they are shown; as Sound says, where none is set.':
    'Số thứ tự của video duy nhất được nghe, đếm theo thứ tự hiển thị; nếu không đặt thì theo mục Âm thanh.',
  'Whether it follows what lies in it at the start; it stays where it is, where nothing is set.':
    'Có bám theo thứ nằm trong đó lúc đầu không; nếu không đặt thì đứng yên.',
  'How often it plays altogether; twice, where nothing is set.': 'Phát tổng cộng bao nhiêu lần; nếu không đặt thì hai.',
  'How long the result is to last, instead of a number of times.': 'Kết quả dài bao lâu, thay cho số lần.',
  'Which part plays again at its place, such as 0:02 to 0:05, while the rest plays once; all of it, where none is set.':
    'Phần nào phát lại tại chỗ, như 0:02 to 0:05, còn lại phát một lần; nếu không đặt thì toàn bộ.',
  'No sound, or a tone of 1 kHz instead.': 'Không có tiếng, hoặc thay bằng âm 1 kHz.',
  'What they are covered with; black, where none is set.': 'Màu dùng để che chúng; nếu không đặt thì đen.',
  'Such as 1920x1080; as the video, where none is set. The picture fills it.':
    'Như 1920x1080; nếu không đặt thì như video. Ảnh lấp đầy khung.',
  'Such as 60%, 640 wide or 480 high; 80% of the width, where none is set.':
    'Như 60%, 640 wide (rộng) hoặc 480 high (cao); nếu không đặt thì 80% chiều rộng.',
  'Where the video lies; in the middle, where none is set.': 'Video nằm ở đâu; nếu không đặt thì ở giữa.',
  "What is heard; the background's sound, where none is set.": 'Nghe gì; nếu không đặt thì âm thanh của nền.',
  'Which lies on which: the first on the second, as named, or the other way round.':
    'Video nào nằm trên: video đầu trên video thứ hai theo thứ tự đã nêu, hay ngược lại.',
  'Whether the overlay is seen as in a mirror; as it is, where none is set.':
    'Lớp phủ có hiện như trong gương không; nếu không đặt thì giữ nguyên.',
  'Which part of the overlay is seen, such as 400x300 at 100,50 in its pixels, 50%x50% at 25%,25%, or top half; all of it, where none is set.':
    'Phần nào của lớp phủ được thấy, như 400x300 at 100,50 tính bằng pixel của nó, 50%x50% at 25%,25%, hoặc top half; nếu không đặt thì toàn bộ.',
  'Of each stream as it is packed, and of the frames as they are decoded (SHA-256); none, where nothing is set.':
    'Của mỗi luồng như được đóng gói, và của các khung hình như được giải mã (SHA-256); nếu không đặt thì không có.',
  'Vertical is 1080x1920, square 1080x1080, landscape 1920x1080.':
    'Dọc là 1080x1920, vuông 1080x1080, ngang 1920x1080.',
  "Width to height, such as 4:5, at the video's own fineness; that of the shape, where none is set.":
    'Chiều rộng trên chiều cao, như 4:5, ở độ mịn của video; nếu không đặt thì theo hình dạng.',
  'Such as 1080x1920; that of the shape, where none is set.': 'Như 1080x1920; nếu không đặt thì theo hình dạng.',
  'What surrounds it where it has another shape; it is cropped to the middle, where none is set.':
    'Có gì xung quanh khi hình dạng khác; nếu không đặt thì cắt lấy phần giữa.',
  'Backwards, or forwards and then backwards; backwards, where none is set.':
    'Phát ngược, hoặc phát xuôi rồi ngược; nếu không đặt thì phát ngược.',
  'By how much the sound comes later than it does; earlier below 0.':
    'Âm thanh đến trễ hơn hiện tại bao nhiêu; dưới 0 là sớm hơn.',
  'How many times as fast as before.': 'Nhanh gấp bao nhiêu lần trước đó.',
  'The speed that is gradually reached from the other one, or from its own; the same all along, where nothing is set.':
    'Tốc độ đạt dần từ tốc độ kia hoặc từ tốc độ gốc; nếu không đặt thì như nhau suốt video.',
  'How long the video is to last, instead of a speed.': 'Video kéo dài bao lâu, thay cho tốc độ.',
  'Which part plays so, such as 0:02 to 0:05; all of it, where nothing is set.':
    'Phần nào phát như vậy, như 0:02 to 0:05; nếu không đặt thì toàn bộ.',
  'Blended: they pass over into each other, as with motion blur; left out or repeated whole, where nothing is set.':
    'Hòa trộn: các khung hình chuyển dần vào nhau như nhòe chuyển động; nếu không đặt thì bỏ bớt hoặc lặp lại nguyên khung.',
  'The shortest pause that is cut out; 2 seconds, where nothing is set.':
    'Khoảng nghỉ ngắn nhất bị cắt; nếu không đặt thì 2 giây.',
  'How much a small area may change and still count as still; 1 %, where nothing is set.':
    'Một vùng nhỏ được thay đổi bao nhiêu mà vẫn tính là đứng yên; nếu không đặt thì 1 %.',
  'A timecode, a clock, the time that has passed, or the number of the frame; a timecode, where none is set.':
    'Mã thời gian, đồng hồ, thời gian đã trôi qua hoặc số khung hình; nếu không đặt thì mã thời gian.',
  "What the first frame shows: 10:00:00:00 (with ; before the frames where numbers are dropped), a clock's 2026-05-01 14:05:00 or 14:05:00, a time, or a number. As the file says, else 0, where none is set.":
    'Khung hình đầu hiện gì: 10:00:00:00 (với ; trước số khung khi bỏ bớt số), giờ đồng hồ 2026-05-01 14:05:00 hoặc 14:05:00, một thời gian hoặc một số. Nếu không đặt thì theo tệp, không có thì 0.',
  'Where it stands; at the bottom left, where none is set.': 'Nằm ở đâu; nếu không đặt thì ở góc dưới bên trái.',
  'How high the digits are, of the shorter side; legible on a telephone, where none is set.':
    'Chữ số cao bao nhiêu so với cạnh ngắn; nếu không đặt thì đủ đọc trên điện thoại.',
  'The colour of the digits; white, where none is set.': 'Màu của chữ số; nếu không đặt thì trắng.',
  'When it is shown, such as 0:02 to 0:05; all the time, where none is set.':
    'Khi nào hiện, như 0:02 to 0:05; nếu không đặt thì suốt video.',
  'How many frames are seen in a second; up to 15, where none is set.':
    'Bao nhiêu khung hình hiện trong một giây; nếu không đặt thì tối đa 15.',
  'In pixels; up to 480, where none is set.': 'Tính bằng pixel; nếu không đặt thì tối đa 480.',
  'An animated WebP, where none is set; an APNG has all colours too.':
    'Nếu không đặt thì WebP động; APNG cũng có đủ mọi màu.',
  'Of several the one of that number or language, such as 2 or German; the one that players play, where none is set.':
    'Trong nhiều rãnh, rãnh có số hoặc ngôn ngữ đó, như 2 hoặc German; nếu không đặt thì rãnh mà trình phát sẽ phát.',
  'Every sound track, or every channel of one, as a file of its own; one file, where none is set.':
    'Mỗi rãnh âm thanh, hoặc mỗi kênh của một rãnh, thành một tệp riêng; nếu không đặt thì một tệp.',
  'Copied: the sound is not encoded anew, or it is refused.':
    'Sao chép: âm thanh không được mã hóa lại, nếu không được thì từ chối.',
  'The times of the frames, such as 0:05, middle or end - 0:01.':
    'Thời điểm của các khung hình, như 0:05, middle hoặc end - 0:01.',
  'How far apart the frames are, such as 2 s or 10 frames.': 'Các khung hình cách nhau bao xa, như 2 s hoặc 10 frames.',
  'How many frames are taken, of the longest shots.': 'Lấy bao nhiêu khung hình, từ những cảnh dài nhất.',
  'What is kept, such as 0:02 to 0:05 or last 0:03, or what is taken out, such as without 0:10 to 0:20; a time can be a timecode, such as 01:00:02;00.':
    'Phần giữ lại, như 0:02 to 0:05 hoặc last 0:03, hoặc phần bỏ đi, như without 0:10 to 0:20; thời điểm có thể là mã thời gian, như 01:00:02;00.',
  'By how many dB at most a softer voice is lifted to the level of the louder ones; none is, where none is set.':
    'Nâng giọng nhỏ lên mức của giọng to tối đa bao nhiêu dB; nếu không đặt thì không nâng.',
  "What fills the frame at the end, such as 400x300 at 100,50 in pixels, 50%x50% at 25%,25%, or top half; it is widened to the video's shape. The middle, where nothing is set; all of it, where only From is.":
    'Thứ lấp đầy khung hình ở cuối, như 400x300 at 100,50 tính bằng pixel, 50%x50% at 25%,25%, hoặc top half; được mở rộng theo hình dạng của video. Nếu không đặt thì phần giữa; toàn bộ nếu chỉ đặt “Từ”.',
  'What is seen at the start of the move, written in the same way; all of it, where none is set.':
    'Thấy gì khi bắt đầu di chuyển, viết theo cùng cách; nếu không đặt thì toàn bộ.',
  'From when to when it moves, such as 0:02 to 0:05; all along, where none is set.':
    'Di chuyển từ lúc nào đến lúc nào, như 0:02 to 0:05; nếu không đặt thì suốt video.',
  'What is seen after the move; what it ended with, where none is set.':
    'Thấy gì sau khi di chuyển; nếu không đặt thì cảnh cuối của chuyển động.',
  'Its size and place on the video, such as 300x200 at 50,40 in pixels or 30%x20% at 5%,5%; instead of place, size and margin.':
    'Kích thước và vị trí trên video, như 300x200 at 50,40 tính bằng pixel hoặc 30%x20% at 5%,5%; thay cho vị trí, kích thước và lề.',
};
