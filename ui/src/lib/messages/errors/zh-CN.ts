import type { ErrorWords } from './index';

export const errorsZhCN: ErrorWords = {
  disk_full: ({ folder }) => ({
    message: `磁盘已满，无法再保存到 ${folder}。之前保存的内容仍在。`,
    hint: '请腾出空间后重试。',
  }),
  file_unreadable: ({ name, reason }) => ({
    message: `无法读取“${name}”（${reason}）。`,
    hint: '文件是否已被移动或删除？',
  }),
  file_empty: ({ name }) => ({
    message: `“${name}”是空文件（0 字节）。`,
    hint: '文件可能没有写完，请重新获取。',
  }),
  file_malformed: ({ name, reason }) => ({
    message: `“${name}”已损坏，或内容与名称不符（${reason}）。`,
    hint: '请用其他程序打开，或重新获取该文件。',
  }),
  file_too_large: ({ name, reason }) => ({
    message: `“${name}”太大（${reason}）。`,
    hint: '请先把它变小。',
  }),
  file_unwritable: ({ name, reason }) => ({
    message: `无法写入“${name}”（${reason}）。`,
    hint: '请检查该位置是否可写、是否有足够空间。',
  }),
  file_not_replaced: ({ name }) => ({
    message: `${name} 是链接、文件夹或设备，只能替换普通文件。`,
    hint: '请换一个名称。',
  }),
  file_damaged: ({ name }) => ({
    message: `${name} 已损坏：内容与保存时不同。`,
    hint: '请从备份中恢复，或重新添加该文件。',
  }),
  erased: ({ name }) => ({
    message: `“${name}”在 30 多天前已删除，不再保存在这台电脑上。`,
    hint: '请重新添加该文件。',
  }),
  gone: () => ({ message: '这项内容已不存在。', hint: '请重新加载窗口。' }),
  still_runs: () => ({ message: '它仍在运行。', hint: '请先停止。' }),
  no_name: () => ({ message: '名称至少要有一个字符。', hint: '请输入名称。' }),
  nothing_pointed_at: () => ({ message: '还没有指定任何位置。', hint: '请在目标上至少放一个点。' }),
  nothing_left: () => ({ message: '区域已空。', hint: '请少收缩一些，或重新选取。' }),
  not_a_picture: ({ name }) => ({ message: `“${name}”不是图片。`, hint: '请在图片上选取。' }),
  too_many_files: ({ most }) => ({
    message: `文件超过 ${most} 个，这是一次能接收的上限。`,
    hint: '请选择较少的文件，或文件较少的文件夹。',
  }),
  folder_too_large: ({ name }) => ({
    message: `“${name}”中的文件太多，无法全部查看。`,
    hint: '请直接选择文件，或选择文件较少的文件夹。',
  }),
  folder_without_media: ({ name }) => ({
    message: `“${name}”中没有图片、声音或视频。`,
    hint: '请选择其他文件夹，或直接选择文件。',
  }),
  folder_missing: ({ name }) => ({
    message: `“${name}”不存在，或不是文件夹。`,
    hint: '请选择存在的文件夹。',
  }),
  watched_already: ({ name }) => ({
    message: `“${name}”已在用此配方监视。`,
    hint: '请选择其他文件夹，或先结束对它的监视。',
  }),
  would_go_round: ({ name, output }) => ({
    message: `写入“${output}”的内容会再次被当作“${name}”的新文件。`,
    hint: '请为结果选择未被监视的文件夹。',
  }),
  takes_not_one_file: ({ name }) => ({
    message: `“${name}”不是从一个文件开始，无法用于每个新文件。`,
    hint: '请选择只需要一张图片、一段声音、一个视频或一份文字的配方。',
  }),
  no_words: ({ name }) => ({ message: `“${name}”中没有文字。`, hint: '请粘贴或输入文字。' }),
  nothing_to_save: ({ name }) => ({ message: `“${name}”中没有可保存的内容。` }),
  internal: ({ reason }) => ({
    message: `Patchbay 内部出错（${reason}）。`,
    hint: '请重试，已保存的内容不会丢失。',
  }),
};
