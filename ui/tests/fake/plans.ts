import type { Action, Artifact, MissingAction, Plan, Subtask, Turn } from '../../src/lib/backend';
import { artifactOf } from './artifacts';
import { manyPlan } from './many';
import { TOOLS } from './tools';

const action = (tool: string, inputs: Action['inputs'], type: string, value: string): Action => ({
  tool,
  inputs,
  outputs: [{ type, value }],
});

const subtask = (
  id: number,
  description: string,
  args: Subtask['args'],
  type: string,
  solutions: [number, number, Action[]][],
  depends_on: number[] = [],
): Subtask => ({
  id,
  description,
  domains: [],
  depends_on,
  args,
  returns: { type, value: `<GEN>-${id}` },
  solutions: solutions.map(([score, seconds, actions]) => ({
    score,
    seconds,
    actions,
    download_bytes: actions.some((one) => one.tool === 'instance_segmentation') ? 167_000_000 : 0,
  })),
});

/** What the application would say that the plan lacks: its tools that are not available. */
export function missingActions(plan: Plan): MissingAction[] {
  return plan.subtasks.flatMap((subtask) =>
    subtask.solutions.flatMap(({ actions }, solution) =>
      actions.flatMap(({ tool: name }, place) => {
        const tool = TOOLS.find((one) => one.name === name);
        if (!tool || tool.available) return [];
        const action = { subtask: subtask.id, solution, action: place };
        return [{ action, needs: tool.needs ?? '', bytes: tool.bytes, models: tool.models }];
      }),
    ),
  );
}

/** A plan of the shape that the planner would give. */
export function planFor(instruction: string, artifacts: Artifact[]): Plan {
  const plan = (subtasks: Subtask[], clarification: string | null = null, choices: string[] = []): Plan => ({
    id: 'p',
    clarification,
    choices,
    subtasks,
    source: 'words',
    visited_tools: 12,
    elapsed_ms: 3.4,
  });
  const first = artifacts[0];
  const words = instruction.toLowerCase();
  if (!first) return plan([], 'Which picture do you mean?', ['photo.jpg', 'beach.jpg']);
  if (artifacts.length > 1) return manyPlan(instruction, artifacts);
  const name = first.name;
  if (words.includes('remove the dog')) {
    return plan([
      subtask(
        0,
        `Remove the dog from ${name}`,
        [
          { type: 'image', value: name },
          { type: 'text', value: 'dog' },
        ],
        'image',
        [
          [
            4.6,
            2,
            [
              action('instance_segmentation', { image: name }, 'mask', '<GEN>-0-0'),
              action('select_mask', { mask: '<GEN>-0-0', condition: 'dog' }, 'mask', '<GEN>-0-1'),
              action('image_inpainting', { image: name, mask: '<GEN>-0-1' }, 'image', '<GEN>-0'),
            ],
          ],
        ],
      ),
    ]);
  }
  if (words.includes('edges')) {
    return plan(
      [
        subtask(0, `Show the edges of ${name}`, [{ type: 'image', value: name }], 'edge', [
          [4.9, 0.4, [action('image_to_edge', { image: name }, 'edge', '<GEN>-0')]],
        ]),
        subtask(1, 'Detect objects', [{ type: 'image', value: name }], 'bbox', [
          [4.2, 0.4, [action('object_detection', { image: name }, 'bbox', '<GEN>-1')]],
        ]),
        subtask(2, `Describe ${name}`, [{ type: 'image', value: name }], 'text', [
          [4.2, 0.4, [action('image_captioning', { image: name }, 'text', '<GEN>-2')]],
        ]),
      ],
      'Count how many photos: in this conversation, or in this request?',
      ['In this conversation', 'In this request'],
    );
  }
  if (words.includes('rotate')) {
    const inputs = {
      image: name,
      text: words,
      angle: '90',
      ...(words.includes('write') ? { position: 'top left' } : {}),
    };
    return plan([
      subtask(0, `Rotate ${name}`, [{ type: 'image', value: name }], 'image', [
        [4.8, 0.4, [action('text_image_editing', inputs, 'image', '<GEN>-0')]],
      ]),
    ]);
  }
  if (first.type === 'image') {
    return plan([
      subtask(
        0,
        `Make ${name} black and white`,
        [
          { type: 'image', value: name },
          { type: 'text', value: 'black and white' },
        ],
        'image',
        [[4.8, 0.4, [action('text_image_editing', { image: name, text: 'black and white' }, 'image', '<GEN>-0')]]],
      ),
    ]);
  }
  if (words.includes('keep')) {
    const inputs = { video: name, text: words, parts: '0:02 to 0:05' };
    return plan([
      subtask(0, `Trim ${name}`, [{ type: 'video', value: name }], 'video', [
        [4.8, 0.4, [action('video_trimming', inputs, 'video', '<GEN>-0')]],
      ]),
    ]);
  }
  if (words.includes('page')) {
    return plan([
      subtask(0, `Build a web page that presents ${name}`, [{ type: 'video', value: name }], 'html', [
        [
          4.5,
          4,
          [
            action('video_captioning', { video: name }, 'text', '<GEN>-0-0'),
            action('title_generation', { text: '<GEN>-0-0' }, 'title', '<GEN>-0-1'),
            action('text_to_tags', { text: '<GEN>-0-0' }, 'tags', '<GEN>-0-2'),
            action(
              'video_to_webpage',
              { video: name, title: '<GEN>-0-1', tags: '<GEN>-0-2', description: '<GEN>-0-0' },
              'html',
              '<GEN>-0',
            ),
          ],
        ],
      ]),
    ]);
  }
  return plan([
    subtask(
      0,
      `Cut the first ten seconds out of ${name}`,
      [
        { type: 'video', value: name },
        { type: 'text', value: '0:10 to end' },
      ],
      'video',
      [[4.9, 2, [action('video_trimming', { video: name, text: '0:10 to end' }, 'video', '<GEN>-0')]]],
    ),
    subtask(
      1,
      'Put calm music under it',
      [
        { type: 'video', value: '<GEN>-0' },
        { type: 'text', value: 'calm' },
      ],
      'video',
      [
        [
          4.7,
          6,
          [
            action('text_to_music', { text: 'calm' }, 'audio', '<GEN>-1-0'),
            action('dub_video', { video: '<GEN>-0', audio: '<GEN>-1-0' }, 'video', '<GEN>-1'),
          ],
        ],
        [
          4.1,
          20,
          [
            action('video_captioning', { video: '<GEN>-0' }, 'text', '<GEN>-1-0'),
            action('text_to_music', { text: '<GEN>-1-0' }, 'audio', '<GEN>-1-1'),
            action('dub_video', { video: '<GEN>-0', audio: '<GEN>-1-1' }, 'video', '<GEN>-1'),
          ],
        ],
      ],
      [0],
    ),
  ]);
}

/** A turn of a request about one photo, with nothing run for it yet. */
export function turnOf(request: string): Turn {
  const photo = artifactOf('t-1', 'photo.jpg', 'image', { given: true });
  const plan = planFor(request, [photo]);
  const missing_actions = missingActions(plan);
  return {
    id: 't',
    conversation: 'c',
    instruction: request,
    artifacts: ['t-1'],
    plan,
    missing_actions,
    losses: [],
    needs_consent: false,
    runs: [],
    taken_back: false,
    takes_back: [],
    created_at: 0,
  };
}
