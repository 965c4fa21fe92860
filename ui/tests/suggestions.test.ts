import { expect, test } from 'vitest';
import type { ToolInfo } from '../src/lib/backend';
import { suggestions } from '../src/lib/state/tools/suggestions';
import { TOOLS } from './fake/tools';

const tool = (name: string, domain: string, takes: string[], examples: string[], available = true): ToolInfo => ({
  ...TOOLS[0]!,
  name,
  domain,
  takes,
  examples,
  available,
});

const tools = [
  tool('blur', 'image-editing', ['image'], ['blur {image}', 'soften {image}', 'make {image} blurry']),
  tool('crop', 'image-editing', ['image'], ['crop {image} to a square']),
  tool('find', 'image-perception', ['image'], ['find {object} in {image}', 'find the faces in {image}']),
  tool('paint', 'image-generation', ['image'], ['paint {image} anew'], false),
  tool('trim', 'video-editing', ['video'], ['trim {video}']),
];

test('what can be done here with what is attached is suggested, other fields first', () => {
  expect(suggestions(tools, ['image'], 3)).toEqual([
    'blur the picture',
    'find the faces in the picture',
    'crop the picture to a square',
  ]);
  expect(suggestions(tools, ['image'], 2)).toHaveLength(2);
  expect(suggestions(tools, ['video'], 3)).toEqual(['trim the video']);
});

test('with nothing attached any file counts', () => {
  expect(suggestions(tools, [], 9)).toHaveLength(4);
  expect(suggestions([], [], 9)).toEqual([]);
});
