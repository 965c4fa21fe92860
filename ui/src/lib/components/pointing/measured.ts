/** As the program writes on pictures, or as near to it as this computer's fonts are. */
export const LETTERS = 'bold 100px "DejaVu Sans", Verdana, sans-serif';

let context: CanvasRenderingContext2D | null = null;

/** How wide a line is in squares of its letters. */
export function measured(line: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return line.length * 0.6;
  context.font = LETTERS;
  return context.measureText(line).width / 100;
}
