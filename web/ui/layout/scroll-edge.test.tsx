// Tests that a table that is wider than its place says so, until it was scrolled to the end.
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { stage } from '../../stage.fixture.tsx'
import { useHasMoreSideways } from './scroll-edge.ts'

function Scroller({ width, dir }: { width: number; dir: 'ltr' | 'rtl' }) {
  const ref = useRef<HTMLDivElement>(null)
  const hasMore = useHasMoreSideways(ref)
  return (
    <>
      <div ref={ref} dir={dir} data-testid="region" style={{ width: 200, overflowX: 'auto' }}>
        <div style={{ width, height: 20 }} />
      </div>
      <output>{hasMore ? 'more' : 'all'}</output>
    </>
  )
}

test.each(['ltr', 'rtl'] as const)('what does not fit is hinted at until it was scrolled to, in %s text', async dir => {
  const screen = await stage(<Scroller width={600} dir={dir} />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('more')
  screen
    .getByTestId('region')
    .element()
    .scrollTo({ left: dir === 'ltr' ? 400 : -400 })
  await expect.element(screen.getByRole('status')).toHaveTextContent('all')
})

test('what fits has no hint', async () => {
  const screen = await stage(<Scroller width={150} dir="ltr" />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('all')
})
