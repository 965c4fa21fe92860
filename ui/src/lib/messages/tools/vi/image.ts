/** What tools of images do, and what their fields mean, in Vietnamese. */
/** By what they do in English. */
export const descriptions = {
  'Put what a mask covers on a new background: white, black, grey or another plain colour, as in product and passport photos, or the old one with bokeh':
    'Đặt phần mà mặt nạ che lên nền mới: trắng, đen, xám hoặc một màu trơn khác như ảnh sản phẩm và ảnh hộ chiếu, hoặc nền cũ với hiệu ứng bokeh',
  'Make an image from a description that follows a depth map': 'Tạo ảnh từ mô tả, bám theo bản đồ độ sâu',
  'Make an image from a description that follows Canny edges': 'Tạo ảnh từ mô tả, bám theo đường viền Canny',
  'Make an image from a description that follows soft (HED) edges': 'Tạo ảnh từ mô tả, bám theo đường viền mềm (HED)',
  'Tint and outline masks on an image': 'Tô màu và viền các mặt nạ trên ảnh',
  'Draw labelled boxes on an image': 'Vẽ các khung có nhãn lên ảnh',
  'Make an icon file or favicon of a picture that holds several sizes':
    'Tạo tệp biểu tượng hoặc favicon nhiều cỡ từ một ảnh',
  'Describe an image in a sentence': 'Mô tả ảnh bằng một câu',
  'Name what an image shows: labels with scores': 'Gọi tên những gì ảnh thể hiện: nhãn kèm điểm số',
  'Grade the colours of an image with a LUT: apply a colour look-up table from a .cube or .3dl file':
    'Chỉnh màu ảnh bằng LUT: áp bảng tra màu từ tệp .cube hoặc .3dl',
  'Colour a black-and-white photo': 'Tô màu cho ảnh đen trắng',
  'Make the file of a photo smaller: compress an image to a JPEG below a number of KB or MB, as upload forms and mail ask for':
    'Làm tệp ảnh nhỏ lại: nén ảnh thành JPEG dưới một số KB hoặc MB như các biểu mẫu tải lên và thư điện tử yêu cầu',
  'Crop each box out of an image': 'Cắt từng khung ra khỏi ảnh',
  'Remove noise from an image': 'Khử nhiễu cho ảnh',
  'Put several images together into one: side by side, a collage, a grid, a contact sheet, before and after':
    'Ghép nhiều ảnh thành một: cạnh nhau, ảnh ghép, lưới, bảng ảnh thu nhỏ, trước và sau',
  'Hide a box in an image given in pixels, in percent or as a place, such as a number plate or an address: blur, pixelate or cover what is there':
    'Che một khung trong ảnh, cho bằng pixel, phần trăm hoặc vị trí, như biển số xe hay địa chỉ: làm mờ, pixel hóa hoặc che phủ',
  'Remove what a mask covers and fill the hole': 'Xóa phần mà mặt nạ che và lấp chỗ trống',
  'Level a crooked horizon by a small angle and cut the picture so that no corner is empty':
    'Cân lại đường chân trời nghiêng một góc nhỏ và cắt ảnh để không góc nào bị trống',
  'Remove the metadata of a picture: EXIF, GPS location, camera, date and author, or the place alone; the pixels stay as they are':
    'Xóa siêu dữ liệu của ảnh: EXIF, vị trí GPS, máy ảnh, ngày và tác giả, hoặc chỉ vị trí; các điểm ảnh giữ nguyên',
  'Lay an image over other images: a watermark, a logo or a sticker on photos':
    'Đặt một ảnh lên các ảnh khác: hình mờ, logo hoặc nhãn dán trên ảnh',
  'Tell what an image file is: its size in pixels, format, file size, and the camera, date and place from its EXIF metadata':
    'Cho biết thông tin tệp ảnh: kích thước pixel, định dạng, dung lượng, cùng máy ảnh, ngày và nơi chụp từ siêu dữ liệu EXIF',
  'Answer a question about an image': 'Trả lời câu hỏi về ảnh',
  'Round the corners of a picture, or cut it to a circle or an ellipse with a transparent outside':
    'Bo tròn các góc ảnh, hoặc cắt ảnh thành hình tròn hay elip với bên ngoài trong suốt',
  'Cut a picture into several pictures of equal size: tiles in rows and columns, halves, carousel slides':
    'Cắt ảnh thành nhiều ảnh bằng nhau: ô theo hàng và cột, nửa ảnh, ảnh cho băng chuyền',
  'Put two images side by side or into one panorama': 'Đặt hai ảnh cạnh nhau hoặc ghép thành ảnh toàn cảnh',
  'Extract a depth map from an image': 'Trích bản đồ độ sâu từ ảnh',
  'Extract Canny edges from an image': 'Trích đường viền Canny từ ảnh',
  'Extract soft edges from an image': 'Trích đường viền mềm từ ảnh',
  'Make a variation that resembles an image': 'Tạo một biến thể giống ảnh',
  'Extract straight lines from an image': 'Trích các đường thẳng từ ảnh',
  'Extract a surface-normal map from an image': 'Trích bản đồ pháp tuyến bề mặt từ ảnh',
  'Extract human poses from an image': 'Trích tư thế người từ ảnh',
  'Extract a scribble-like sketch from an image': 'Trích bản phác họa từ ảnh',
  'Enlarge an image': 'Phóng to ảnh',
  'Make an animated GIF, APNG or animated WebP of several images as its frames':
    'Tạo GIF động, APNG hoặc WebP động từ nhiều ảnh làm khung hình',
  'Make a PDF document of one or several images, a page each':
    'Tạo tài liệu PDF từ một hoặc nhiều ảnh, mỗi ảnh một trang',
  'Cut out every object: one labelled mask each': 'Tách mọi vật thể: mỗi vật một mặt nạ có nhãn',
  'Make an image from a description that follows straight lines': 'Tạo ảnh từ mô tả, bám theo các đường thẳng',
  'Keep only what a mask covers, the rest transparent (background removal)':
    'Chỉ giữ phần mà mặt nạ che, phần còn lại trong suốt (xóa nền)',
  'Make an image from a description that follows a normal map': 'Tạo ảnh từ mô tả, bám theo bản đồ pháp tuyến',
  'Find all objects in an image: labelled boxes with scores': 'Tìm mọi vật thể trong ảnh: khung có nhãn kèm điểm số',
  'Cover boxes around objects in an image, such as eyes or license plates, with a black bar or box of one colour; or blur or pixelate given boxes':
    'Che các khung quanh vật thể trong ảnh, như mắt hay biển số xe, bằng thanh đen hoặc hộp một màu; hoặc làm mờ hay pixel hóa các khung đã cho',
  'Read the text in an image': 'Đọc chữ trong ảnh',
  'Take pages of a PDF document or a scan with several pages: choose, turn, split, join, make small, or turn pages into pictures':
    'Lấy các trang của tài liệu PDF hoặc bản quét nhiều trang: chọn, xoay, tách, ghép, thu nhỏ dung lượng, hoặc chuyển trang thành ảnh',
  'Replace what a mask covers with what a sentence says': 'Thay phần mà mặt nạ che bằng điều mà câu mô tả nói',
  'Find the paper photos that lie on one scan or album page and cut each out as a picture of its own, straightened':
    'Tìm các ảnh giấy nằm trên một bản quét hay trang album và cắt từng ảnh ra riêng, đã căn thẳng',
  'Make an image from a description that follows a human pose': 'Tạo ảnh từ mô tả, bám theo tư thế người',
  'Bring a picture to a size on paper in centimetres, millimetres or inches at so many dots per inch, for prints and passport photos':
    'Đưa ảnh về kích thước trên giấy theo xentimét, milimét hoặc inch với số điểm trên inch đã cho, để in và làm ảnh hộ chiếu',
  'Make an image from a description that follows a scribble': 'Tạo ảnh từ mô tả, bám theo bản phác họa',
  'Split an image into all its regions, without labels': 'Chia ảnh thành mọi vùng của nó, không có nhãn',
  'Mask of the object inside each box': 'Mặt nạ của vật thể trong mỗi khung',
  "Refine a rough mask to the object's outline": 'Tinh chỉnh mặt nạ thô theo đường bao của vật thể',
  'Mask of what the user clicked on (include and exclude points, or a box)':
    'Mặt nạ của thứ mà người dùng nhấp vào (điểm bao gồm và loại trừ, hoặc một khung)',
  'Make an image from a description that follows a segmentation map': 'Tạo ảnh từ mô tả, bám theo bản đồ phân vùng',
  'Change an image as a sentence says (style, colour, weather, ...)':
    'Thay đổi ảnh theo một câu (phong cách, màu sắc, thời tiết…)',
  'Make an image from a description': 'Tạo ảnh từ mô tả',
  'Find the region of an image that a phrase describes': 'Tìm vùng của ảnh mà một cụm từ mô tả',
  'Count labels': 'Đếm nhãn',
  'Count masks': 'Đếm mặt nạ',
  'Count boxes': 'Đếm khung',
  'Keep the boxes whose label matches a description': 'Giữ các khung có nhãn khớp với mô tả',
  'Keep the labels that match a description': 'Giữ các nhãn khớp với mô tả',
  'Keep the masks whose label matches a description': 'Giữ các mặt nạ có nhãn khớp với mô tả',
};

/** By what they mean in English. */
export const meanings = {
  'Whether what the mask covers is kept, or everything else; what it covers, where none is set.':
    'Giữ phần mà mặt nạ che hay mọi thứ còn lại; nếu không đặt thì phần được che.',
  'The colour of the new background; white, where none is set.': 'Màu của nền mới; nếu không đặt thì trắng.',
  'What is behind it; a colour, where none is set.': 'Có gì phía sau; nếu không đặt thì một màu.',
  'The file format; as the picture came, where none is set.': 'Định dạng tệp; nếu không đặt thì như ảnh gốc.',
  'In pixels, such as 16, 32, 48 and up to 256; 16, 32 and 48, where none is set.':
    'Tính bằng pixel, như 16, 32, 48 và tối đa 256; nếu không đặt thì 16, 32 và 48.',
  'How large the file is at most, such as 200 kB; it has fewer pixels where it would look bad otherwise.':
    'Tệp lớn nhất bao nhiêu, như 200 kB; số điểm ảnh giảm khi nếu không sẽ trông xấu.',
  'Such as 1200 wide, 720 high, 800x600 or 50%; the proportions stay. As it is, where none is set.':
    'Như 1200 wide (rộng), 720 high (cao), 800x600 hoặc 50%; giữ nguyên tỷ lệ. Nếu không đặt thì giữ nguyên.',
  'How good it looks, where no file size is set; normal, where none is set.':
    'Trông đẹp đến mức nào khi không đặt dung lượng; nếu không đặt thì thường.',
  'Where it is sent to: bytes, sides and format as that service takes them, all at once.':
    'Gửi đến đâu: số byte, các cạnh và định dạng theo yêu cầu của dịch vụ đó, tất cả cùng lúc.',
  'The file format; JPEG, where none is set, and WebP of a WebP.':
    'Định dạng tệp; nếu không đặt thì JPEG, và WebP nếu gốc là WebP.',
  'How they lie; two in a row and more in a grid, where none is set.':
    'Cách sắp xếp; nếu không đặt thì hai ảnh thành hàng, nhiều hơn thành lưới.',
  'How many lie beside each other in a grid; about as many as below each other, where none is set.':
    'Bao nhiêu ảnh nằm cạnh nhau trong lưới; nếu không đặt thì khoảng bằng số hàng.',
  'How far apart they are, of the shorter side; 2 in a grid and none in a row or column, where none is set.':
    'Cách nhau bao xa so với cạnh ngắn; nếu không đặt thì 2 trong lưới và không cách trong hàng hoặc cột.',
  'What is seen between them; white, or nothing where the pictures are transparent, where none is set.':
    'Thấy gì ở giữa; nếu không đặt thì trắng, hoặc không có gì nếu ảnh trong suốt.',
  'What is written on each; nothing, where none is set.': 'Viết gì trên mỗi ảnh; nếu không đặt thì không viết.',
  'How many lie in each row, such as 3, 2 for three above and two below; all rows equally wide.':
    'Mỗi hàng có bao nhiêu ảnh, như 3, 2 là ba ảnh trên và hai ảnh dưới; mọi hàng rộng bằng nhau.',
  'What is written below each, apart by ;, or numbers; nothing, where none is set.':
    'Viết gì dưới mỗi ảnh, cách nhau bằng ;, hoặc số; nếu không đặt thì không viết.',
  'Whether what the mask covers is removed, or everything else; what it covers, where none is set.':
    'Xóa phần mà mặt nạ che hay mọi thứ còn lại; nếu không đặt thì phần được che.',
  'Degrees clockwise; below 0 counterclockwise.': 'Số độ theo chiều kim đồng hồ; dưới 0 là ngược chiều.',
  'Which lies on the others: the first, as named, or the last.':
    'Ảnh nào nằm trên: ảnh đầu theo thứ tự đã nêu, hay ảnh cuối.',
  'Its size and place on the picture, such as 300x200 at 50,40 in pixels or 30%x20% at 5%,5%; instead of place, size and margin.':
    'Kích thước và vị trí trên ảnh, như 300x200 at 50,40 tính bằng pixel hoặc 30%x20% at 5%,5%; thay cho vị trí, kích thước và lề.',
  'What is left: all but the corners, where none is set.': 'Còn lại gì; nếu không đặt thì tất cả trừ các góc.',
  'How round the corners are, of the shorter side; 10, where none is set.':
    'Góc tròn bao nhiêu so với cạnh ngắn; nếu không đặt thì 10.',
  'The colour of what is cut off; clear, where none is set.': 'Màu của phần bị cắt; nếu không đặt thì trong suốt.',
  'How many parts lie beside each other; two, where none is set.':
    'Bao nhiêu phần nằm cạnh nhau; nếu không đặt thì hai.',
  'Such as 3x2 for three columns and two rows; instead of parts.': 'Như 3x2 là ba cột và hai hàng; thay cho số phần.',
  'How long each picture is seen; half a second, where none is set.':
    'Mỗi ảnh hiện bao lâu; nếu không đặt thì nửa giây.',
  'How many pictures are seen in a second, instead of a time.':
    'Bao nhiêu ảnh hiện trong một giây, thay cho thời gian.',
  'Whether it goes on for ever; it does, where none is set.': 'Có lặp mãi không; nếu không đặt thì có.',
  'GIF, where none is set; an animated PNG or WebP has all colours.':
    'Nếu không đặt thì GIF; PNG động hoặc WebP có đủ mọi màu.',
  'How large the pages are; as each picture is, where none is set.':
    'Trang lớn bao nhiêu; nếu không đặt thì như từng ảnh.',
  'How the pages lie; as each picture lies, where none is set.': 'Hướng của trang; nếu không đặt thì như từng ảnh.',
  'How much of the shorter side of the page stays free all around; none, where none is set.':
    'Bao nhiêu phần cạnh ngắn của trang để trống xung quanh; nếu không đặt thì không có.',
  'Which pages of each file, in that order, such as 1-3, 5, last, odd or even; all, where none is set.':
    'Những trang nào của mỗi tệp, theo thứ tự đó, như 1-3, 5, last, odd hoặc even; nếu không đặt thì tất cả.',
  'By how many degrees clockwise pages are turned; not at all, where none is set.':
    'Xoay trang bao nhiêu độ theo chiều kim đồng hồ; nếu không đặt thì không xoay.',
  'Whether all pages become one file or each a file of its own; PDF and TIFF become one, where none is set.':
    'Mọi trang thành một tệp hay mỗi trang một tệp; nếu không đặt thì PDF và TIFF thành một tệp.',
  'Dots per inch: at how many pages become pictures (150, where none is set), and how many are left of pictures in a PDF.':
    'Số điểm trên inch: khi trang thành ảnh (nếu không đặt thì 150), và còn lại bao nhiêu cho ảnh trong PDF.',
  'How good pictures in a PDF stay; they stay as they are, where neither this nor a resolution is set.':
    'Ảnh trong PDF giữ chất lượng đến đâu; giữ nguyên nếu không đặt mục này lẫn độ phân giải.',
  'The file format; PDF, or TIFF of TIFF files, where none is set.':
    'Định dạng tệp; nếu không đặt thì PDF, hoặc TIFF nếu gốc là TIFF.',
  'Whether what the mask covers is changed, or everything else; what it covers, where none is set.':
    'Thay đổi phần mà mặt nạ che hay mọi thứ còn lại; nếu không đặt thì phần được che.',
  "How wide the print is; by the height and the picture's proportions, where none is set.":
    'Bản in rộng bao nhiêu; nếu không đặt thì theo chiều cao và tỷ lệ của ảnh.',
  "How high the print is; by the width and the picture's proportions, where none is set.":
    'Bản in cao bao nhiêu; nếu không đặt thì theo chiều rộng và tỷ lệ của ảnh.',
  'What width and height are in; centimetres, where none is set.':
    'Đơn vị của chiều rộng và chiều cao; nếu không đặt thì xentimét.',
  '300, where none is set.': 'Nếu không đặt thì 300.',
  'What is done where the proportions differ; what does not fit is cut off, where none is set.':
    'Làm gì khi tỷ lệ khác nhau; nếu không đặt thì phần thừa bị cắt.',
  'Their colour; white, where none is set.': 'Màu của chúng; nếu không đặt thì trắng.',
  'Degrees clockwise.': 'Số độ theo chiều kim đồng hồ.',
  'Such as 1200 wide, 720 high, 800x600 or 50%; the proportions stay.':
    'Như 1200 wide (rộng), 720 high (cao), 800x600 hoặc 50%; giữ nguyên tỷ lệ.',
  'Words that are written on the picture.': 'Những chữ được viết lên ảnh.',
  'How high the letters are, of the shorter side.': 'Chữ cao bao nhiêu so với cạnh ngắn.',
};
