import type { Candidate, PointPrompt } from '../../src/lib/backend';

export function imageUrl(name: string, type: string, thumbnail?: number): string {
  const grey = /black|edit/.test(name) ? ' filter="grayscale(1)" style="filter:grayscale(1)"' : '';
  const body =
    type === 'edge'
      ? '<rect width="1200" height="800" fill="#000"/><path d="M0 430C250 390 420 460 700 420 900 390 1050 430 1200 410M640 600c-8-60 6-90 60-100l130-2c10-40 40-60 80-50" fill="none" stroke="#fff" stroke-width="3"/>'
      : '<rect width="1200" height="800" fill="#a9cbe0"/><path d="M0 430C250 390 420 460 700 420 900 390 1050 430 1200 410V800H0Z" fill="#7fa06a"/><path d="M0 570C350 530 700 600 1200 560V800H0Z" fill="#6b8c58"/><circle cx="170" cy="370" r="96" fill="#4e6f46"/><rect x="160" y="440" width="26" height="120" fill="#5b4636"/><path d="M690 602c-10-58 8-93 53-104 40-10 93-8 128-3 13-40 45-61 83-53 35 8 45 35 35 61-8 19-30 27-48 27 5 45-3 83-11 123l13 34h-34l-11-50-93 2-8 48h-35l3-58c-30-3-62-6-75-27Z" fill="#b98a5a"/>';
  const size = thumbnail ? `width="${thumbnail}"` : 'width="1200" height="800"';
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 1200 800"><g${grey}>${body}</g></svg>`)}`;
}

export function waveformUrl(columns: number): string {
  const values = Array.from({ length: columns }, (_, i) => {
    const v = Math.abs(Math.sin(i / 9) * Math.sin(i / 41)) * 0.9 + 0.05;
    return [-v, v];
  });
  return `data:application/json,${encodeURIComponent(JSON.stringify(values))}`;
}

export function toneUrl(seconds: number): string {
  const rate = 8000;
  const samples = Math.floor(rate * seconds);
  const buffer = new ArrayBuffer(44 + samples);
  const view = new DataView(buffer);
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i += 1) view.setUint8(at + i, value.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, samples, true);
  for (let i = 0; i < samples; i += 1) view.setUint8(44 + i, 128 + 60 * Math.sin(i / 4));
  return URL.createObjectURL(new Blob([buffer], { type: 'audio/wav' }));
}

export function maskFor(prompt: PointPrompt, width: number, height: number): Candidate[] {
  const scale = 640 / Math.max(width, height);
  return (['part', 'object', 'whole'] as const).map((name, size) => {
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d')!;
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const point of prompt.points) {
      context.fillStyle = point.include ? '#fff' : '#000';
      context.beginPath();
      context.ellipse(point.x * scale, point.y * scale, 40 * (size + 1), 30 * (size + 1), 0.4, 0, 7);
      context.fill();
    }
    const box = prompt.bounding_box;
    if (box) {
      context.fillStyle = '#fff';
      context.beginPath();
      context.ellipse(
        (box.x + box.width / 2) * scale,
        (box.y + box.height / 2) * scale,
        (box.width / 2) * scale,
        (box.height / 2) * scale,
        0,
        0,
        7,
      );
      context.fill();
    }
    return { name, coverage: 0.02 * (size + 1) ** 2, mask_png: canvas.toDataURL('image/png') };
  });
}
