import { describe, expect, test } from 'vitest';
import type { Artifact, Turn } from '../../src/lib/backend';
import { lackingOf, lossesOf, runsHere, solutionCost, solutionTitle } from '../../src/lib/state/solutions/labels';
import { partsOf } from '../../src/lib/state/solutions/parts';
import { planFor, turnOf } from '../fake/plans';
import { TOOLBOX } from '../fake/tools';

const video = { name: 'beach.mp4', type: 'video' } as Artifact;
const plan = planFor('put calm music under this and cut out the first ten seconds', [video]);

describe('what is said of two ways', () => {
  const subtask = plan.subtasks[1]!;
  const first = [{ subtask, solution: 0 }];
  const second = [{ subtask, solution: 1 }];

  test('are named by what differs', () => {
    expect(solutionTitle(first, [], TOOLBOX)).toBe('Compose music, then dub video');
    expect(solutionTitle(second, first, TOOLBOX)).toBe('Caption video, then compose music');
  });

  test('of one tool are named by the value in which they differ', () => {
    const convert = (inputs: Record<string, string>) => ({ tool: 'text_to_music', inputs, outputs: [] });
    const solution = (inputs: Record<string, string>) => ({
      score: 4,
      actions: [convert(inputs)],
      seconds: 1,
      download_bytes: 0,
    });
    const both = {
      ...subtask,
      solutions: [solution({ text: 'calm' }), solution({ text: 'calm', length: '20' })],
    };
    const title = solutionTitle([{ subtask: both, solution: 1 }], [{ subtask: both, solution: 0 }], TOOLBOX);
    expect(title).toBe('Compose music (20)');
  });

  test('cost what their steps cost together', () => {
    expect(solutionCost(partsOf(plan, [0, 1])).seconds).toBe(22);
    expect(solutionCost(partsOf(plan, [0, 0])).score).toBeCloseTo(4.8);
  });
});

test('a way that cannot run here says what it lacks, and is not run', () => {
  const turn = turnOf('remove the dog');
  const parts = [{ subtask: turn.plan.subtasks[0]!, solution: 0 }];
  expect(lackingOf(turn, parts).map(({ needs }) => needs)).toEqual(['a segmentation model (Mask R-CNN)']);
  expect(runsHere(turn)).toBe(false);
  expect(runsHere(turnOf('make it black and white'))).toBe(true);
});

test('a way says once what it would lose, and nothing of another way', () => {
  const lost = (solution: number, action: number, ...losses: string[]) => ({
    action: { subtask: 0, solution, action },
    losses,
  });
  const losses = [lost(0, 0, 'no sound'), lost(0, 1, 'no sound', 'no alpha'), lost(1, 0, 'no title')];
  const turn = { ...turnOf('remove the dog'), losses } as Turn;
  const parts = [{ subtask: turn.plan.subtasks[0]!, solution: 0 }];
  expect(lossesOf(turn, parts)).toEqual(['no sound', 'no alpha']);
});
