/** What is asked for the fields of tools of images, in Vietnamese. */
export const questions = {
  'Should the marked thing stay in front, or everything else?':
    'Thứ được đánh dấu ở lại phía trước, hay mọi thứ còn lại?',
  'What colour should the new background have?': 'Nền mới nên có màu gì?',
  'Should the new background be a plain colour, or the old one blurred?':
    'Nền mới nên là màu trơn, hay nền cũ được làm mờ?',
  'Which sizes in pixels should the icon or favicon contain?':
    'Biểu tượng hoặc favicon nên chứa những cỡ nào, tính bằng pixel?',
  'How strongly, in percent, should the LUT colour look be applied to the picture?':
    'Áp màu LUT cho ảnh mạnh bao nhiêu phần trăm?',
  'At most how many kilobytes or megabytes may the picture file have?':
    'Tệp ảnh được tối đa bao nhiêu kilobyte hoặc megabyte?',
  'To what width, height or percentage should the picture be scaled down?':
    'Thu nhỏ ảnh xuống chiều rộng, chiều cao hay phần trăm nào?',
  'How good should the picture still look, small file or high quality?':
    'Ảnh nên còn đẹp đến đâu: tệp nhỏ hay chất lượng cao?',
  'For which service or app should the picture be made small enough?': 'Làm ảnh đủ nhỏ cho dịch vụ hay ứng dụng nào?',
  'Should the pictures lie side by side, below each other or in a grid?':
    'Các ảnh nên nằm cạnh nhau, dưới nhau hay thành lưới?',
  'How many pictures should be next to each other in the grid?': 'Bao nhiêu ảnh nên nằm cạnh nhau trong lưới?',
  'How much space should there be between the pictures?': 'Giữa các ảnh nên cách bao nhiêu?',
  'What colour should show between the pictures of the collage?': 'Giữa các ảnh ghép nên thấy màu gì?',
  'Should the pictures be labelled, with names, numbers or before and after?':
    'Có ghi nhãn cho ảnh không: bằng tên, số hay trước và sau?',
  'How many pictures should each row of the collage hold?': 'Mỗi hàng của ảnh ghép nên có bao nhiêu ảnh?',
  'What caption should be written below each picture?': 'Viết chú thích gì dưới mỗi ảnh?',
  'In which order should the pictures appear in the collage?': 'Các ảnh xuất hiện theo thứ tự nào trong ảnh ghép?',
  'Which area of the picture should be hidden or censored?': 'Che hoặc kiểm duyệt vùng nào của ảnh?',
  'Should the area of the picture be blurred, pixelated or covered up?':
    'Vùng của ảnh nên được làm mờ, pixel hóa hay che phủ?',
  'With which colour should the area of the picture be covered?': 'Che vùng của ảnh bằng màu gì?',
  'Should the marked thing be erased, or everything else in the picture?':
    'Xóa thứ được đánh dấu, hay mọi thứ khác trong ảnh?',
  'By how many degrees, and which way, is the crooked horizon straightened?':
    'Xoay đường chân trời nghiêng bao nhiêu độ và theo hướng nào cho thẳng?',
  "Should all the photo's hidden data be removed, or only its GPS location?":
    'Xóa mọi dữ liệu ẩn của ảnh, hay chỉ vị trí GPS?',
  'In which corner of the photo should the logo or watermark lie?': 'Logo hoặc hình mờ nên nằm ở góc nào của ảnh?',
  'How large should the logo, watermark or sticker be on the photo?':
    'Logo, hình mờ hoặc nhãn dán nên lớn bao nhiêu trên ảnh?',
  'How see-through or solid should the logo or watermark on the photo be?':
    'Logo hoặc hình mờ trên ảnh nên trong hay đục đến mức nào?',
  "How far should the logo or watermark stay from the photo's edge?": 'Logo hoặc hình mờ nên cách mép ảnh bao xa?',
  'Which of the pictures is laid on top of the others?': 'Ảnh nào được đặt lên trên các ảnh khác?',
  'At exactly which pixels or percentages should the logo sit, and how big?':
    'Logo nằm chính xác ở pixel hay phần trăm nào, và lớn bao nhiêu?',
  'Should the picture get rounded corners, or be cut to a circle or oval?':
    'Ảnh nên được bo góc, hay cắt thành hình tròn hoặc bầu dục?',
  "How round should the picture's corners be?": 'Các góc ảnh nên tròn bao nhiêu?',
  'What colour should the cut-off area outside the shape have?': 'Phần bị cắt bên ngoài hình nên có màu gì?',
  'Into how many parts side by side should the picture be cut?': 'Cắt ảnh thành bao nhiêu phần cạnh nhau?',
  'Into how many columns and rows should the picture be cut?': 'Cắt ảnh thành bao nhiêu cột và hàng?',
  'How many seconds should each picture of the animation be shown?': 'Mỗi ảnh của hình động hiện bao nhiêu giây?',
  'How many pictures per second should the animation show?': 'Hình động hiện bao nhiêu ảnh mỗi giây?',
  'Should the animation loop for ever or play only once?': 'Hình động lặp mãi hay chỉ phát một lần?',
  'In which order should the pictures appear in the animation?': 'Các ảnh xuất hiện theo thứ tự nào trong hình động?',
  'Should the animation be a GIF, an animated PNG or a WebP?': 'Hình động nên là GIF, PNG động hay WebP?',
  'What paper size should the PDF pages have, such as A4 or letter?':
    'Trang PDF nên có khổ giấy nào, như A4 hoặc Letter?',
  'Should the PDF pages be upright (portrait) or sideways (landscape)?': 'Trang PDF nên đứng (dọc) hay nằm (ngang)?',
  'How wide should the empty margin around each page be?': 'Lề trống quanh mỗi trang nên rộng bao nhiêu?',
  'In which order should the pictures appear in the PDF?': 'Các ảnh xuất hiện theo thứ tự nào trong PDF?',
  'Should the marked thing be cut out and kept, or everything around it?':
    'Tách và giữ thứ được đánh dấu, hay mọi thứ xung quanh?',
  'Should the objects found be blurred, pixelated or covered with a bar?':
    'Các vật thể tìm thấy nên được làm mờ, pixel hóa hay che bằng thanh?',
  'What colour should the bar or box over the objects have?': 'Thanh hoặc hộp che vật thể nên có màu gì?',
  'Which pages of the document should be taken, and in what order?':
    'Lấy những trang nào của tài liệu, theo thứ tự nào?',
  'By how many degrees clockwise should the pages be rotated?': 'Xoay các trang bao nhiêu độ theo chiều kim đồng hồ?',
  'Should the pages be joined into one file or split into separate ones?':
    'Ghép các trang thành một tệp, hay tách thành từng tệp?',
  'At how many dots per inch should the pages or their pictures be?':
    'Các trang hoặc ảnh của chúng nên có bao nhiêu điểm trên inch?',
  'How good should the pictures in the PDF stay when it is compressed?':
    'Ảnh trong PDF nên giữ chất lượng đến đâu khi nén?',
  'Should the marked part be replaced, or everything around it?': 'Thay phần được đánh dấu, hay mọi thứ xung quanh?',
  'How wide should the picture be on paper?': 'Ảnh trên giấy nên rộng bao nhiêu?',
  'How tall should the picture be on paper?': 'Ảnh trên giấy nên cao bao nhiêu?',
  "Are the print's measurements in centimetres, millimetres or inches?":
    'Kích thước bản in tính bằng xentimét, milimét hay inch?',
  'At how many dots per inch should the picture be printed?': 'In ảnh với bao nhiêu điểm trên inch?',
  'Should the picture be cropped to fit the paper, or get bars around it?':
    'Cắt ảnh cho vừa giấy, hay thêm dải viền xung quanh?',
  'What colour should the bars around the print be?': 'Dải viền quanh bản in nên có màu gì?',
  'How much brighter or darker should the picture become, in percent?':
    'Ảnh nên sáng hơn hay tối hơn bao nhiêu phần trăm?',
  "By how many stops should the picture's exposure go up or down?": 'Tăng hay giảm phơi sáng của ảnh bao nhiêu stop?',
  "How much stronger or weaker should the picture's contrast be?":
    'Tương phản của ảnh nên mạnh hơn hay yếu hơn bao nhiêu?',
  "How much warmer or cooler should the picture's colours look?": 'Màu của ảnh nên ấm hơn hay lạnh hơn bao nhiêu?',
  "How much more vivid or paler should the picture's colours be?": 'Màu của ảnh nên rực rỡ hơn hay nhạt hơn bao nhiêu?',
  'How much should the picture be sharpened?': 'Làm nét ảnh bao nhiêu?',
  'How strongly should the whole picture be blurred?': 'Làm mờ toàn bộ ảnh mạnh bao nhiêu?',
  'How dark should the corners of the picture get?': 'Các góc ảnh nên tối bao nhiêu?',
  'How much film grain should be added to the picture?': 'Thêm bao nhiêu hạt phim vào ảnh?',
  'How coarse should the mosaic blocks of the pixelated picture be?':
    'Các khối khảm của ảnh pixel hóa nên to bao nhiêu?',
  'To how many levels of each colour should the picture be posterized?': 'Giảm mỗi màu của ảnh xuống bao nhiêu mức?',
  'Should the picture be black and white, sepia, negative or a pencil sketch?':
    'Ảnh nên là đen trắng, sepia, âm bản hay phác họa chì?',
  'Which way is the picture turned, and by how many degrees?': 'Xoay ảnh theo hướng nào và bao nhiêu độ?',
  'Is the picture flipped left to right or upside down?': 'Lật ảnh theo chiều ngang hay chiều dọc?',
  'To what width, height or percentage should the picture be resized?':
    'Đổi cỡ ảnh thành chiều rộng, chiều cao hay phần trăm nào?',
  'To which aspect ratio should the picture be cropped, such as 16:9?': 'Cắt ảnh theo tỷ lệ khung hình nào, như 16:9?',
  'To how many pixels wide and high should the picture be cropped?':
    'Cắt ảnh còn bao nhiêu pixel chiều rộng và chiều cao?',
  'Which area of the picture stays when the rest is cropped away?':
    'Vùng nào của ảnh được giữ khi cắt bỏ phần còn lại?',
  'How thick should the border or frame around the picture be?': 'Viền hoặc khung quanh ảnh nên dày bao nhiêu?',
  'What colour should the border around the picture have?': 'Viền quanh ảnh nên có màu gì?',
  'Onto what canvas size or shape should the whole picture be padded?':
    'Đặt toàn bộ ảnh lên khung nền cỡ hay hình dạng nào?',
  'What colour should the bars or padding around the picture have?': 'Dải viền quanh ảnh nên có màu gì?',
  'What words should be written on the picture?': 'Viết những chữ gì lên ảnh?',
  'In which corner or place of the picture should the words stand?': 'Chữ nên nằm ở góc hay chỗ nào của ảnh?',
  'What colour should the words on the picture have?': 'Chữ trên ảnh nên có màu gì?',
  'How big should the letters written on the picture be?': 'Chữ viết trên ảnh nên lớn bao nhiêu?',
};
