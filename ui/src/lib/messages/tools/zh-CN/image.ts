/** What tools of images do, and what their fields mean, in Simplified Chinese. */
/** By what they do in English. */
export const descriptions = {
  'Put what a mask covers on a new background: white, black, grey or another plain colour, as in product and passport photos, or the old one with bokeh':
    '把蒙版覆盖的部分放到新背景上：白、黑、灰或其他纯色（如产品照、证件照），或虚化原背景',
  'Make an image from a description that follows a depth map': '根据描述并依照深度图生成图片',
  'Make an image from a description that follows Canny edges': '根据描述并依照 Canny 边缘生成图片',
  'Make an image from a description that follows soft (HED) edges': '根据描述并依照柔和（HED）边缘生成图片',
  'Tint and outline masks on an image': '在图片上为蒙版着色并描边',
  'Draw labelled boxes on an image': '在图片上绘制带标签的方框',
  'Make an icon file or favicon of a picture that holds several sizes':
    '用图片制作含多种尺寸的图标文件或网站图标（favicon）',
  'Describe an image in a sentence': '用一句话描述图片',
  'Name what an image shows: labels with scores': '说出图片内容：带分数的标签',
  'Grade the colours of an image with a LUT: apply a colour look-up table from a .cube or .3dl file':
    '用 LUT 为图片调色：应用 .cube 或 .3dl 文件中的颜色查找表',
  'Colour a black-and-white photo': '为黑白照片上色',
  'Make the file of a photo smaller: compress an image to a JPEG below a number of KB or MB, as upload forms and mail ask for':
    '缩小照片文件：把图片压缩成小于若干 KB 或 MB 的 JPEG，满足上传表单和邮件的要求',
  'Crop each box out of an image': '从图片中裁出每个方框',
  'Remove noise from an image': '去除图片噪点',
  'Put several images together into one: side by side, a collage, a grid, a contact sheet, before and after':
    '把多张图片合成一张：并排、拼图、网格、缩略图表、前后对比',
  'Hide a box in an image given in pixels, in percent or as a place, such as a number plate or an address: blur, pixelate or cover what is there':
    '遮挡图片中以像素、百分比或位置给定的方框，如车牌或地址：模糊、打马赛克或覆盖',
  'Remove what a mask covers and fill the hole': '移除蒙版覆盖的内容并填补空缺',
  'Level a crooked horizon by a small angle and cut the picture so that no corner is empty':
    '把倾斜的地平线校正一个小角度并裁剪，使四角没有空白',
  'Remove the metadata of a picture: EXIF, GPS location, camera, date and author, or the place alone; the pixels stay as they are':
    '移除图片元数据：EXIF、GPS 位置、相机、日期和作者，或仅移除位置；像素保持不变',
  'Lay an image over other images: a watermark, a logo or a sticker on photos':
    '把一张图片叠加到其他图片上：水印、标志或贴纸',
  'Tell what an image file is: its size in pixels, format, file size, and the camera, date and place from its EXIF metadata':
    '说明图片文件的信息：像素尺寸、格式、文件大小，以及 EXIF 中的相机、日期和地点',
  'Answer a question about an image': '回答关于图片的问题',
  'Round the corners of a picture, or cut it to a circle or an ellipse with a transparent outside':
    '把图片四角变圆，或裁成圆形或椭圆，外部透明',
  'Cut a picture into several pictures of equal size: tiles in rows and columns, halves, carousel slides':
    '把图片切成多张同样大小的图片：行列拼块、对半、轮播图',
  'Put two images side by side or into one panorama': '把两张图片并排或拼成一张全景图',
  'Extract a depth map from an image': '从图片提取深度图',
  'Extract Canny edges from an image': '从图片提取 Canny 边缘',
  'Extract soft edges from an image': '从图片提取柔和边缘',
  'Make a variation that resembles an image': '生成与图片相似的变体',
  'Extract straight lines from an image': '从图片提取直线',
  'Extract a surface-normal map from an image': '从图片提取表面法线图',
  'Extract human poses from an image': '从图片提取人体姿态',
  'Extract a scribble-like sketch from an image': '从图片提取涂鸦式草图',
  'Enlarge an image': '放大图片',
  'Make an animated GIF, APNG or animated WebP of several images as its frames':
    '用多张图片作为帧制作 GIF 动图、APNG 或动态 WebP',
  'Make a PDF document of one or several images, a page each': '用一张或多张图片制作 PDF 文档，每张一页',
  'Cut out every object: one labelled mask each': '抠出每个物体：各一个带标签的蒙版',
  'Make an image from a description that follows straight lines': '根据描述并依照直线生成图片',
  'Keep only what a mask covers, the rest transparent (background removal)': '只保留蒙版覆盖的部分，其余透明（去背景）',
  'Make an image from a description that follows a normal map': '根据描述并依照法线图生成图片',
  'Find all objects in an image: labelled boxes with scores': '查找图片中的所有物体：带分数的标签方框',
  'Cover boxes around objects in an image, such as eyes or license plates, with a black bar or box of one colour; or blur or pixelate given boxes':
    '用黑条或单色方块覆盖图片中物体周围的方框，如眼睛或车牌；或对给定方框模糊、打马赛克',
  'Read the text in an image': '读取图片中的文字',
  'Take pages of a PDF document or a scan with several pages: choose, turn, split, join, make small, or turn pages into pictures':
    '处理 PDF 文档或多页扫描件的页面：选取、旋转、拆分、合并、压缩，或把页面转成图片',
  'Replace what a mask covers with what a sentence says': '把蒙版覆盖的部分替换成一句话所说的内容',
  'Find the paper photos that lie on one scan or album page and cut each out as a picture of its own, straightened':
    '在一张扫描件或相册页上找出纸质照片，逐张摆正并裁成单独的图片',
  'Make an image from a description that follows a human pose': '根据描述并依照人体姿态生成图片',
  'Bring a picture to a size on paper in centimetres, millimetres or inches at so many dots per inch, for prints and passport photos':
    '按每英寸点数把图片调整为以厘米、毫米或英寸计的纸面尺寸，用于冲印和证件照',
  'Make an image from a description that follows a scribble': '根据描述并依照草图生成图片',
  'Split an image into all its regions, without labels': '把图片分割成所有区域，不带标签',
  'Mask of the object inside each box': '每个方框内物体的蒙版',
  "Refine a rough mask to the object's outline": '把粗略蒙版细化到物体轮廓',
  'Mask of what the user clicked on (include and exclude points, or a box)': '所点选内容的蒙版（包含点、排除点或方框）',
  'Make an image from a description that follows a segmentation map': '根据描述并依照分割图生成图片',
  'Change an image as a sentence says (style, colour, weather, ...)': '按一句话更改图片（风格、颜色、天气等）',
  'Make an image from a description': '根据描述生成图片',
  'Find the region of an image that a phrase describes': '查找短语所描述的图片区域',
  'Count labels': '统计标签数量',
  'Count masks': '统计蒙版数量',
  'Count boxes': '统计方框数量',
  'Keep the boxes whose label matches a description': '保留标签符合描述的方框',
  'Keep the labels that match a description': '保留符合描述的标签',
  'Keep the masks whose label matches a description': '保留标签符合描述的蒙版',
};

/** By what they mean in English. */
export const meanings = {
  'Whether what the mask covers is kept, or everything else; what it covers, where none is set.':
    '保留蒙版覆盖的部分还是其余部分；未设置时为覆盖的部分。',
  'The colour of the new background; white, where none is set.': '新背景的颜色；未设置时为白色。',
  'What is behind it; a colour, where none is set.': '背后是什么；未设置时为纯色。',
  'The file format; as the picture came, where none is set.': '文件格式；未设置时与原图片相同。',
  'In pixels, such as 16, 32, 48 and up to 256; 16, 32 and 48, where none is set.':
    '以像素计，例如 16, 32, 48，最大 256；未设置时为 16、32 和 48。',
  'How large the file is at most, such as 200 kB; it has fewer pixels where it would look bad otherwise.':
    '文件最大多少，例如 200 kB；否则画质会变差时减少像素。',
  'Such as 1200 wide, 720 high, 800x600 or 50%; the proportions stay. As it is, where none is set.':
    '例如 1200 wide（宽）、720 high（高）、800x600 或 50%；比例不变。未设置时保持原样。',
  'How good it looks, where no file size is set; normal, where none is set.':
    '未设置文件大小时的画质；未设置时为标准。',
  'Where it is sent to: bytes, sides and format as that service takes them, all at once.':
    '发送到哪里：一次性按该服务的要求设定大小、边长和格式。',
  'The file format; JPEG, where none is set, and WebP of a WebP.': '文件格式；未设置时为 JPEG，原为 WebP 则为 WebP。',
  'How they lie; two in a row and more in a grid, where none is set.': '排列方式；未设置时两张横排，更多则用网格。',
  'How many lie beside each other in a grid; about as many as below each other, where none is set.':
    '网格中每行多少张；未设置时与行数大致相同。',
  'How far apart they are, of the shorter side; 2 in a grid and none in a row or column, where none is set.':
    '间距，相对于短边；未设置时网格为 2，横排或竖排为无。',
  'What is seen between them; white, or nothing where the pictures are transparent, where none is set.':
    '图片之间显示什么；未设置时为白色，图片透明时为透明。',
  'What is written on each; nothing, where none is set.': '每张图上写什么；未设置时不写。',
  'How many lie in each row, such as 3, 2 for three above and two below; all rows equally wide.':
    '每行多少张，例如 3, 2 表示上三下二；各行等宽。',
  'What is written below each, apart by ;, or numbers; nothing, where none is set.':
    '每张图下方写什么，用 ; 分隔，或 numbers（编号）；未设置时不写。',
  'Whether what the mask covers is removed, or everything else; what it covers, where none is set.':
    '移除蒙版覆盖的部分还是其余部分；未设置时为覆盖的部分。',
  'Degrees clockwise; below 0 counterclockwise.': '顺时针角度；低于 0 为逆时针。',
  'Which lies on the others: the first, as named, or the last.': '哪张在上：按所述顺序为第一张，或最后一张。',
  'Its size and place on the picture, such as 300x200 at 50,40 in pixels or 30%x20% at 5%,5%; instead of place, size and margin.':
    '在图片上的大小和位置，例如 300x200 at 50,40（像素）或 30%x20% at 5%,5%；代替位置、尺寸和边距。',
  'What is left: all but the corners, where none is set.': '保留什么；未设置时为除四角外的全部。',
  'How round the corners are, of the shorter side; 10, where none is set.': '圆角程度，相对于短边；未设置时为 10。',
  'The colour of what is cut off; clear, where none is set.': '被裁掉部分的颜色；未设置时透明。',
  'How many parts lie beside each other; two, where none is set.': '横向分成多少份；未设置时为两份。',
  'Such as 3x2 for three columns and two rows; instead of parts.': '例如 3x2 表示三列两行；代替份数。',
  'How long each picture is seen; half a second, where none is set.': '每张图片显示多久；未设置时为半秒。',
  'How many pictures are seen in a second, instead of a time.': '每秒显示多少张图片，代替时长。',
  'Whether it goes on for ever; it does, where none is set.': '是否无限循环；未设置时是。',
  'GIF, where none is set; an animated PNG or WebP has all colours.': '未设置时为 GIF；动态 PNG 或 WebP 保留全部颜色。',
  'How large the pages are; as each picture is, where none is set.': '页面大小；未设置时与各图片相同。',
  'How the pages lie; as each picture lies, where none is set.': '页面方向；未设置时与各图片相同。',
  'How much of the shorter side of the page stays free all around; none, where none is set.':
    '页面四周留白占短边的多少；未设置时无。',
  'Which pages of each file, in that order, such as 1-3, 5, last, odd or even; all, where none is set.':
    '每个文件取哪些页，按此顺序，例如 1-3, 5, last, odd 或 even；未设置时为全部。',
  'By how many degrees clockwise pages are turned; not at all, where none is set.':
    '页面顺时针旋转多少度；未设置时不旋转。',
  'Whether all pages become one file or each a file of its own; PDF and TIFF become one, where none is set.':
    '所有页面合为一个文件还是各成一个文件；未设置时 PDF 和 TIFF 合为一个。',
  'Dots per inch: at how many pages become pictures (150, where none is set), and how many are left of pictures in a PDF.':
    '每英寸点数：页面转成图片时的点数（未设置时为 150），以及 PDF 内图片保留的点数。',
  'How good pictures in a PDF stay; they stay as they are, where neither this nor a resolution is set.':
    'PDF 内图片保留的质量；未设置此项和分辨率时保持原样。',
  'The file format; PDF, or TIFF of TIFF files, where none is set.': '文件格式；未设置时为 PDF，TIFF 文件则为 TIFF。',
  'Whether what the mask covers is changed, or everything else; what it covers, where none is set.':
    '更改蒙版覆盖的部分还是其余部分；未设置时为覆盖的部分。',
  "How wide the print is; by the height and the picture's proportions, where none is set.":
    '打印宽度；未设置时按高度和图片比例。',
  "How high the print is; by the width and the picture's proportions, where none is set.":
    '打印高度；未设置时按宽度和图片比例。',
  'What width and height are in; centimetres, where none is set.': '宽度和高度的单位；未设置时为厘米。',
  '300, where none is set.': '未设置时为 300。',
  'What is done where the proportions differ; what does not fit is cut off, where none is set.':
    '比例不一致时怎么办；未设置时裁掉多余部分。',
  'Their colour; white, where none is set.': '它们的颜色；未设置时为白色。',
  'Degrees clockwise.': '顺时针角度。',
  'Such as 1200 wide, 720 high, 800x600 or 50%; the proportions stay.':
    '例如 1200 wide（宽）、720 high（高）、800x600 或 50%；比例不变。',
  'Words that are written on the picture.': '写在图片上的文字。',
  'How high the letters are, of the shorter side.': '文字高度，相对于短边。',
};
