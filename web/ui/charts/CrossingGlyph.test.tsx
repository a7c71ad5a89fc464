// Tests that the icon of a delivery never claims more than has been confirmed.
import { expect, test } from 'vitest'
import { State } from '../../../core/delivery/states.ts'
import { stage } from '../../stage.fixture.tsx'
import { CrossingGlyph } from './CrossingGlyph.tsx'
import { crossings } from './crossing.ts'

const confirmed: State[] = ['delivered', 'read']

test.each(State.options)('%s fills the far stop only where WhatsApp confirmed the arrival', async state => {
  const { container } = await stage(<CrossingGlyph state={state} />)
  const far = container.querySelector('[data-far]')
  expect(far?.classList.contains('on')).toBe(confirmed.includes(state))
  expect(container.querySelector('.ring') !== null).toBe(state === 'read')
})

test.each(State.options)('%s draws no line to the phone before the arrival', state => {
  const { provenTo } = crossings[state]
  if (!confirmed.includes(state)) expect(provenTo ?? 0).toBeLessThanOrEqual(42)
})

test('the lamp is lit for what is under way or waits, and out for what is over', () => {
  const lit = State.options.filter(state => crossings[state].boat || ['lamp', 'paused'].includes(crossings[state].near))
  expect(lit).toEqual(['held', 'queued', 'sending', 'unknown', 'accepted', 'sent'])
})

test('the words of accepted and sent do not say delivered', async () => {
  const screen = await stage(
    <>
      <CrossingGlyph state="accepted" />
      <CrossingGlyph state="sent" />
      <CrossingGlyph state="unknown" />
    </>,
  )
  await expect.element(screen.getByText('Sent', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Sent, WhatsApp has it')).toBeVisible()
  await expect.element(screen.getByText('Not confirmed')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/deliver/i)
})
