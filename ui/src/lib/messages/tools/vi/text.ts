/** What tools of texts do, and what their fields mean, in Vietnamese. */
/** By what they do in English. */
export const descriptions = {
  'List the names of people, places and organisations in a text':
    'Liệt kê tên người, địa danh và tổ chức trong văn bản',
  'Answer a question or follow a written instruction; no media involved':
    'Trả lời câu hỏi hoặc làm theo hướng dẫn bằng chữ; không liên quan đến tệp phương tiện',
  'Judge the sentiment of a text': 'Đánh giá cảm xúc của văn bản',
  'List which subtitles have too long lines, are too fast to read, too short, or overlap the next one':
    'Liệt kê các phụ đề có dòng quá dài, đọc quá nhanh, quá ngắn hoặc chồng lên phụ đề sau',
  'Mend subtitles: automatic captions whose lines repeat, words for the hard of hearing, long lines, reading speed, gaps, two languages in one file':
    'Sửa phụ đề: phụ đề tự động lặp dòng, chú thích cho người khiếm thính, dòng dài, tốc độ đọc, khoảng cách, hai ngôn ngữ trong một tệp',
  'Join the subtitles of two parts of a film into one subtitle file, those of the second part later by the length of the first':
    'Nối phụ đề của hai phần phim thành một tệp, phụ đề phần hai lùi lại bằng độ dài phần một',
  'Write subtitles in another file format: SRT (SubRip), VTT (WebVTT) or ASS (Advanced SubStation Alpha), with the same words and times':
    'Ghi phụ đề sang định dạng tệp khác: SRT (SubRip), VTT (WebVTT) hoặc ASS (Advanced SubStation Alpha), giữ nguyên lời và thời gian',
  'Put the subtitles of two languages into one bilingual subtitle file, one language below the other':
    'Đưa phụ đề của hai ngôn ngữ vào một tệp song ngữ, ngôn ngữ này dưới ngôn ngữ kia',
  'Move the times of subtitles later or earlier, or stretch them to another frame rate, so that they fit the video':
    'Dời thời gian phụ đề muộn hơn hoặc sớm hơn, hoặc giãn theo tốc độ khung hình khác, để khớp với video',
  'Cut a subtitle file to a part of its film, its times counted from the beginning of that part':
    'Cắt tệp phụ đề theo một phần của phim, thời gian tính từ đầu phần đó',
  'Summarise a long text': 'Tóm tắt một văn bản dài',
  'Extract keywords/tags from a text': 'Trích từ khóa từ văn bản',
  'Rewrite or continue a text as instructed': 'Viết lại hoặc viết tiếp văn bản theo hướng dẫn',
  'Translate a text into the language that it asks for': 'Dịch văn bản sang ngôn ngữ được yêu cầu',
  'Write a short title (at most 10 words) for a text': 'Viết tiêu đề ngắn (tối đa 10 từ) cho văn bản',
};

/** By what they mean in English. */
export const meanings = {
  'The kind of names that are listed; all, where none is set.': 'Loại tên được liệt kê; nếu không đặt thì tất cả.',
  'Which names are wished for, in words; all, where none is set.':
    'Muốn những tên nào, nói bằng lời; nếu không đặt thì tất cả.',
  'What is asked about the text; the text itself is the question, where none is set.':
    'Hỏi gì về văn bản; nếu không đặt thì chính văn bản là câu hỏi.',
  'Whose mood or about what, in words that a language model follows; that of the whole text, where none is set.':
    'Cảm xúc của ai hoặc về điều gì, bằng lời mà mô hình ngôn ngữ làm theo; nếu không đặt thì của toàn văn bản.',
  'The most letters in a line; 42, where none is set.': 'Số ký tự nhiều nhất trong một dòng; nếu không đặt thì 42.',
  'The most lines at once; 2, where none is set.': 'Số dòng nhiều nhất cùng lúc; nếu không đặt thì 2.',
  'The most letters that are read in a second; 20, where none is set.':
    'Số ký tự nhiều nhất đọc trong một giây; nếu không đặt thì 20.',
  'The shortest time that one is shown, in seconds; 0.833, where none is set.':
    'Thời gian hiện ngắn nhất của một phụ đề, tính bằng giây; nếu không đặt thì 0,833.',
  'The shortest time between two, in seconds; 0.08, where none is set.':
    'Thời gian ngắn nhất giữa hai phụ đề, tính bằng giây; nếu không đặt thì 0,08.',
  'Whether captions that say each line again, as automatic ones do, are merged so that each line comes once; they are where they surely roll, where none is set.':
    'Phụ đề lặp lại từng dòng, như phụ đề tự động, có được gộp để mỗi dòng chỉ hiện một lần không; nếu không đặt thì gộp khi chắc chắn là phụ đề cuộn.',
  'Whether letters that were read in the wrong encoding (Ã© for é) are mended; they are where that is certain, where none is set.':
    'Chữ bị đọc sai bảng mã (Ã© thay vì é) có được sửa không; nếu không đặt thì sửa khi chắc chắn.',
  'Whether sounds in brackets, names of who speaks and notes are taken out; they stay, where none is set.':
    'Âm thanh trong ngoặc, tên người nói và nốt nhạc có bị xóa không; nếu không đặt thì giữ.',
  'Of subtitles in two languages, one above the other, the one that is kept; both, where none is set.':
    'Với phụ đề hai ngôn ngữ chồng nhau, ngôn ngữ được giữ; nếu không đặt thì cả hai.',
  'The most letters in a line; as they are, where none is set.':
    'Số ký tự nhiều nhất trong một dòng; nếu không đặt thì giữ nguyên.',
  'The most lines at once; as they are, where none is set.':
    'Số dòng nhiều nhất cùng lúc; nếu không đặt thì giữ nguyên.',
  'The most letters that are read in a second; as they are, where none is set.':
    'Số ký tự nhiều nhất đọc trong một giây; nếu không đặt thì giữ nguyên.',
  'The shortest time that one is shown, in seconds; as they are, where none is set.':
    'Thời gian hiện ngắn nhất của một phụ đề, tính bằng giây; nếu không đặt thì giữ nguyên.',
  'The shortest time between two, in seconds; as they are, where none is set.':
    'Thời gian ngắn nhất giữa hai phụ đề, tính bằng giây; nếu không đặt thì giữ nguyên.',
  'The file format; as they came, where none is set.': 'Định dạng tệp; nếu không đặt thì như bản gốc.',
  "When the second part begins, such as 45:10, the length of the first film; where the first one's last subtitle ends, where none is set.":
    'Phần hai bắt đầu khi nào, như 45:10, là độ dài phim đầu; nếu không đặt thì ngay sau phụ đề cuối của phần đầu.',
  'The file format; txt holds the words alone, csv a table. As they came, where none is set.':
    'Định dạng tệp; txt chỉ chứa lời, csv là bảng. Nếu không đặt thì như bản gốc.',
  'How much later they are shown, earlier below 0.': 'Hiện muộn hơn bao nhiêu, dưới 0 là sớm hơn.',
  'How many times as long everything takes, from the start on.': 'Mọi thứ dài gấp bao nhiêu lần, tính từ đầu.',
  'Frames a second of the video that they were made for.': 'Số khung hình mỗi giây của video mà phụ đề được làm cho.',
  'Frames a second of the video that they have to fit.': 'Số khung hình mỗi giây của video mà phụ đề phải khớp.',
  "One or two subtitles' times as they are and as they have to be, such as 0:02 to 0:03, 1:40 to 1:45; all others come between them.":
    'Thời gian của một hoặc hai phụ đề hiện tại và đúng ra phải là, như 0:02 to 0:03, 1:40 to 1:45; các phụ đề khác nằm giữa.',
  'The parts that are kept, such as 0:45:10 to end, counted from 0 as the film that is cut so.':
    'Các phần được giữ, như 0:45:10 to end, tính từ 0 như phim đã cắt.',
  'How many sentences it has at most; a quarter of the text and up to seven, where none is set.':
    'Tối đa bao nhiêu câu; nếu không đặt thì một phần tư văn bản và tối đa bảy.',
  'The language that it is written in, such as German, which a language model does; that of the text, where none is set.':
    'Ngôn ngữ viết ra, như German, do mô hình ngôn ngữ thực hiện; nếu không đặt thì ngôn ngữ của văn bản.',
  'What else is wished of the summary, in words that a language model follows; nothing else, where none is set.':
    'Còn muốn gì ở bản tóm tắt, bằng lời mà mô hình ngôn ngữ làm theo; nếu không đặt thì không có gì thêm.',
  'How many tags there are at most; five to twelve, where none is set.':
    'Tối đa bao nhiêu từ khóa; nếu không đặt thì năm đến mười hai.',
  'The language that they are written in, such as German, which a language model does; that of the text, where none is set.':
    'Ngôn ngữ viết từ khóa, như German, do mô hình ngôn ngữ thực hiện; nếu không đặt thì ngôn ngữ của văn bản.',
  'What else is wished of the tags, in words that a language model follows; nothing else, where none is set.':
    'Còn muốn gì ở các từ khóa, bằng lời mà mô hình ngôn ngữ làm theo; nếu không đặt thì không có gì thêm.',
  'What is to be done with the text, in words; the text itself says it, where none is set.':
    'Cần làm gì với văn bản, nói bằng lời; nếu không đặt thì chính văn bản nói điều đó.',
  'The language that it is translated into, such as French; the one that the instruction names, else English, where none is set.':
    'Ngôn ngữ dịch sang, như French; nếu không đặt thì ngôn ngữ mà hướng dẫn nêu, không có thì tiếng Anh.',
  'What is wished of the translation, in words; nothing else, where none is set.':
    'Muốn gì ở bản dịch, nói bằng lời; nếu không đặt thì không có gì thêm.',
  'What else is wished of the title, in words that a language model follows; nothing else, where none is set.':
    'Còn muốn gì ở tiêu đề, bằng lời mà mô hình ngôn ngữ làm theo; nếu không đặt thì không có gì thêm.',
};
