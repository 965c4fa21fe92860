import type { ErrorWords } from './index';

export const errorsVi: ErrorWords = {
  disk_full: ({ folder }) => ({
    message: `Ổ đĩa đã đầy nên không lưu thêm được vào ${folder}. Những gì đã lưu trước đó vẫn còn.`,
    hint: 'Hãy giải phóng dung lượng rồi thử lại.',
  }),
  file_unreadable: ({ name, reason }) => ({
    message: `Không đọc được “${name}” (${reason}).`,
    hint: 'Tệp đã bị di chuyển hoặc xóa chăng?',
  }),
  file_empty: ({ name }) => ({
    message: `“${name}” trống (0 byte).`,
    hint: 'Có lẽ tệp chưa được ghi xong; hãy lấy lại tệp.',
  }),
  file_malformed: ({ name, reason }) => ({
    message: `“${name}” bị hỏng hoặc không đúng như tên gọi (${reason}).`,
    hint: 'Hãy mở tệp bằng chương trình khác, hoặc lấy lại tệp.',
  }),
  file_too_large: ({ name, reason }) => ({
    message: `“${name}” quá lớn (${reason}).`,
    hint: 'Hãy thu nhỏ tệp trước.',
  }),
  file_unwritable: ({ name, reason }) => ({
    message: `Không ghi được “${name}” (${reason}).`,
    hint: 'Hãy kiểm tra xem nơi đó có ghi được và còn chỗ trống không.',
  }),
  file_not_replaced: ({ name }) => ({
    message: `${name} là liên kết, thư mục hoặc thiết bị; chỉ tệp thường mới được thay thế.`,
    hint: 'Hãy chọn tên khác.',
  }),
  file_damaged: ({ name }) => ({
    message: `${name} bị hỏng: nội dung không còn như lúc được lưu.`,
    hint: 'Hãy khôi phục từ bản sao lưu, hoặc thêm lại tệp.',
  }),
  erased: ({ name }) => ({
    message: `“${name}” đã bị xóa hơn 30 ngày trước và không còn trên máy này.`,
    hint: 'Hãy thêm lại tệp.',
  }),
  gone: () => ({ message: 'Mục này không còn ở đây nữa.', hint: 'Hãy tải lại cửa sổ.' }),
  still_runs: () => ({ message: 'Việc này vẫn đang chạy.', hint: 'Hãy dừng nó trước.' }),
  no_name: () => ({ message: 'Tên cần có ít nhất một chữ cái.', hint: 'Hãy nhập tên.' }),
  nothing_pointed_at: () => ({
    message: 'Chưa chỉ vào gì cả.',
    hint: 'Hãy đặt ít nhất một điểm lên thứ bạn muốn nói.',
  }),
  nothing_left: () => ({
    message: 'Vùng chọn không còn gì.',
    hint: 'Hãy thu nhỏ ít hơn, hoặc chỉ lại.',
  }),
  not_a_picture: ({ name }) => ({ message: `“${name}” không phải là ảnh.`, hint: 'Hãy chỉ vào một ảnh.' }),
  too_many_files: ({ most }) => ({
    message: `Nhiều hơn ${most} tệp, mức tối đa có thể nhận cùng lúc.`,
    hint: 'Hãy chọn ít tệp hơn, hoặc một thư mục có ít tệp hơn.',
  }),
  folder_too_large: ({ name }) => ({
    message: `“${name}” chứa quá nhiều tệp, không thể xem hết.`,
    hint: 'Hãy chọn trực tiếp các tệp, hoặc một thư mục có ít tệp hơn.',
  }),
  folder_without_media: ({ name }) => ({
    message: `Trong “${name}” không có ảnh, âm thanh hay video.`,
    hint: 'Hãy chọn thư mục khác, hoặc chọn trực tiếp các tệp.',
  }),
  folder_missing: ({ name }) => ({
    message: `“${name}” không có ở đó hoặc không phải là thư mục.`,
    hint: 'Hãy chọn một thư mục có sẵn.',
  }),
  watched_already: ({ name }) => ({
    message: `“${name}” đã được theo dõi bằng công thức này.`,
    hint: 'Hãy chọn thư mục khác, hoặc ngừng theo dõi thư mục đó trước.',
  }),
  would_go_round: ({ name, output }) => ({
    message: `Những gì được ghi vào “${output}” sẽ lại bị coi là tệp mới của “${name}”.`,
    hint: 'Hãy chọn cho kết quả một thư mục không bị theo dõi.',
  }),
  takes_not_one_file: ({ name }) => ({
    message: `“${name}” không bắt đầu bằng một tệp nên không thể áp dụng cho từng tệp mới.`,
    hint: 'Hãy chọn một công thức nhận một ảnh, âm thanh, video hoặc văn bản.',
  }),
  no_words: ({ name }) => ({ message: `“${name}” không có chữ nào.`, hint: 'Hãy dán hoặc nhập văn bản.' }),
  nothing_to_save: ({ name }) => ({ message: `“${name}” không có gì để lưu.` }),
  internal: ({ reason }) => ({
    message: `Có lỗi bên trong Patchbay (${reason}).`,
    hint: 'Hãy thử lại; những gì đã lưu không bị mất.',
  }),
};
