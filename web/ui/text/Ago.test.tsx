// Tests relative times such as "40 s ago".
import { expect, test } from 'vitest'
import { stage } from '../../stage.fixture.tsx'
import { useAgo } from './Ago.tsx'

const now = new Date(2026, 10, 20, 14, 3, 0)
const at = (secondsBefore: number) => new Date(now.getTime() - secondsBefore * 1000)

function AgoText({ when }: { when: Date }) {
  return <p>{useAgo()(when, now)}</p>
}

test.each([
  [at(-30), 'just now'],
  [at(1), 'just now'],
  [at(40), '40 s ago'],
  [at(150), '2 min ago'],
  [at(7200), '2 h ago'],
  [at(4 * 3600 + 12 * 60), '4 h 12 min ago'],
  [at(8 * 3600), '06:03'],
  [new Date(2026, 10, 19, 17, 40), 'yesterday 17:40'],
  [new Date(2026, 9, 3, 9, 0), 'Sat 3 October'],
  [new Date(2025, 11, 4, 9, 0), 'Thu 4 December 2025'],
])('%s is "%s"', async (when, text) => {
  const screen = await stage(<AgoText when={when} />)
  await expect.element(screen.getByRole('paragraph')).toHaveTextContent(text)
})
