/** What is asked for the fields of tools of texts, in Vietnamese. */
export const questions = {
  'Should the names of people, places or organisations be listed?': 'Liệt kê tên người, địa danh hay tổ chức?',
  'Which particular names in the text are you looking for?': 'Bạn tìm những tên cụ thể nào trong văn bản?',
  'What do you want to know about the text?': 'Bạn muốn biết gì về văn bản?',
  'Whose mood should be judged, or the feeling about what?': 'Đánh giá cảm xúc của ai, hay cảm nhận về điều gì?',
  'More than how many characters make a subtitle line too long?': 'Hơn bao nhiêu ký tự thì một dòng phụ đề là quá dài?',
  'More than how many lines at once are too many?': 'Hơn bao nhiêu dòng cùng lúc là quá nhiều?',
  'More than how many characters per second are too fast to read?': 'Hơn bao nhiêu ký tự mỗi giây là đọc quá nhanh?',
  'Below how many seconds on screen is a subtitle too short?': 'Dưới bao nhiêu giây trên màn hình thì phụ đề quá ngắn?',
  'Below how many seconds is the pause between two subtitles too small?':
    'Dưới bao nhiêu giây thì khoảng nghỉ giữa hai phụ đề quá nhỏ?',
  'Should repeated lines of rolling automatic captions be merged?':
    'Có gộp các dòng lặp lại của phụ đề cuộn tự động không?',
  'Should garbled letters from a wrong text encoding be repaired?': 'Có sửa những chữ bị lỗi do sai bảng mã không?',
  'Should sound notes and speaker names for the hard of hearing be removed?':
    'Có xóa chú thích âm thanh và tên người nói cho người khiếm thính không?',
  'Which language of two-language subtitles is kept, the upper or the lower?':
    'Giữ ngôn ngữ nào của phụ đề song ngữ, trên hay dưới?',
  'At most how many characters may a subtitle line be broken to?': 'Ngắt dòng phụ đề tối đa bao nhiêu ký tự?',
  'At most how many lines may be shown on screen at once?': 'Hiện tối đa bao nhiêu dòng cùng lúc trên màn hình?',
  'At most how many characters per second should viewers have to read?':
    'Người xem phải đọc tối đa bao nhiêu ký tự mỗi giây?',
  'For how many seconds should each subtitle stay on screen at least?':
    'Mỗi phụ đề hiện ít nhất bao nhiêu giây trên màn hình?',
  'How many seconds should there be at least between two subtitles?': 'Giữa hai phụ đề có ít nhất bao nhiêu giây?',
  'At what time does the second part of the film begin?': 'Phần hai của phim bắt đầu lúc nào?',
  'Into which subtitle format should they be converted, such as SRT, VTT or ASS?':
    'Chuyển sang định dạng phụ đề nào, như SRT, VTT hoặc ASS?',
  'By how many seconds should the subtitles appear later or earlier?':
    'Phụ đề nên hiện muộn hơn hay sớm hơn bao nhiêu giây?',
  "By what factor should the subtitles' times be stretched or squeezed?":
    'Giãn hoặc nén thời gian phụ đề theo hệ số nào?',
  'For how many frames per second were the subtitles made?': 'Phụ đề được làm cho bao nhiêu khung hình mỗi giây?',
  'How many frames per second does the video have that they must fit?':
    'Video mà phụ đề phải khớp có bao nhiêu khung hình mỗi giây?',
  "To which right times do one or two subtitles' wrong times belong?":
    'Thời gian sai của một hoặc hai phụ đề ứng với thời gian đúng nào?',
  'For which part of the film are the subtitles kept?': 'Giữ phụ đề cho phần nào của phim?',
  'At most how many sentences may the summary have?': 'Bản tóm tắt được tối đa bao nhiêu câu?',
  'In which language should the summary be written?': 'Viết bản tóm tắt bằng ngôn ngữ nào?',
  'What should the summary focus on, or how should it be written?':
    'Bản tóm tắt nên tập trung vào điều gì, hoặc viết thế nào?',
  'At most how many keywords or tags should be picked?': 'Chọn tối đa bao nhiêu từ khóa hoặc thẻ?',
  'In which language should the keywords be written?': 'Viết từ khóa bằng ngôn ngữ nào?',
  'What kind of keywords or hashtags do you want?': 'Bạn muốn loại từ khóa hoặc hashtag nào?',
  'How should the text be rewritten, changed or continued?': 'Viết lại, thay đổi hay viết tiếp văn bản thế nào?',
  'Into which language should the text be translated?': 'Dịch văn bản sang ngôn ngữ nào?',
  'How should the translation sound, formal or casual, literal or free?':
    'Bản dịch nên trang trọng hay thân mật, sát nghĩa hay thoát ý?',
  'In which language should the title be written?': 'Viết tiêu đề bằng ngôn ngữ nào?',
  'What kind of title do you want, in which style or tone?':
    'Bạn muốn tiêu đề kiểu gì, theo phong cách hay giọng điệu nào?',
};
