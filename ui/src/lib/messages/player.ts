/** The texts of the player, in every language. */
export const playerEn = {
  volume: 'Loudness',
  markRange: 'Drag with Shift, or press I and O, to mark a range that is played again and again',
  unmarkRange: 'Play on behind the marked range',
  audioDevice: 'Sound goes to',
  audioDeviceSystem: 'As the system has it',
  audioDeviceGone: (id: string) => `${id} (not there)`,
  hearTurn: 'Hear both at the same place',
  hearFirst: (name: string) => `Hear A: ${name}`,
  hearSecond: (name: string) => `Hear B: ${name}`,
};

export const playerVi: typeof playerEn = {
  volume: 'Âm lượng',
  markRange: 'Giữ Shift và kéo, hoặc nhấn I và O, để đánh dấu một đoạn phát lặp lại',
  unmarkRange: 'Phát tiếp sau đoạn đã đánh dấu',
  audioDevice: 'Phát âm thanh qua',
  audioDeviceSystem: 'Theo hệ thống',
  audioDeviceGone: (id) => `${id} (không có)`,
  hearTurn: 'Nghe cả hai ở cùng một chỗ',
  hearFirst: (name) => `Nghe A: ${name}`,
  hearSecond: (name) => `Nghe B: ${name}`,
};

export const playerZhCn: typeof playerEn = {
  volume: '音量',
  markRange: '按住 Shift 拖动，或按 I 和 O，标记要循环播放的片段',
  unmarkRange: '继续播放标记片段之后的内容',
  audioDevice: '声音输出到',
  audioDeviceSystem: '跟随系统',
  audioDeviceGone: (id) => `${id}（未连接）`,
  hearTurn: '在同一位置对比收听',
  hearFirst: (name) => `听 A：${name}`,
  hearSecond: (name) => `听 B：${name}`,
};

export const playerDe: typeof playerEn = {
  volume: 'Lautstärke',
  markRange: 'Mit Shift ziehen oder I und O drücken, um einen Bereich zu markieren, der wiederholt wird',
  unmarkRange: 'Hinter dem markierten Bereich weiterspielen',
  audioDevice: 'Audioausgabe',
  audioDeviceSystem: 'Wie im System',
  audioDeviceGone: (id) => `${id} (nicht verfügbar)`,
  hearTurn: 'Beide an derselben Stelle anhören',
  hearFirst: (name) => `A anhören: ${name}`,
  hearSecond: (name) => `B anhören: ${name}`,
};
