// Tests that the icon of a delivery never claims more than has been confirmed.
import { expect, test } from 'vitest'
import { State } from '../../../core/delivery/states.ts'
import { stage } from '../../stage.fixture.tsx'
import { DeliveryIcon, deliveryIconStates } from './DeliveryIcon.tsx'

const confirmed: State[] = ['delivered', 'read']

test.each(State.options)('%s fills the stop at the phone only if WhatsApp has confirmed delivery', async state => {
  const { container } = await stage(<DeliveryIcon state={state} />)
  const phoneStop = container.querySelector('[data-phone]')
  expect(phoneStop?.classList.contains('on')).toBe(confirmed.includes(state))
  expect(container.querySelector('.ring') !== null).toBe(state === 'read')
})

test.each(State.options)('%s draws no solid line to the phone before delivery', state => {
  const { confirmedTo } = deliveryIconStates[state]
  if (!confirmed.includes(state)) expect(confirmedTo ?? 0).toBeLessThanOrEqual(42)
})

test('the lamp is lit while a delivery is in progress or waiting, and out afterwards', () => {
  const lit = State.options.filter(state => deliveryIconStates[state].lamp || ['lamp', 'paused'].includes(deliveryIconStates[state].origin))
  expect(lit).toEqual(['held', 'queued', 'sending', 'unknown', 'accepted', 'sent'])
})

test('the labels of accepted and sent do not claim delivery', async () => {
  const screen = await stage(
    <>
      <DeliveryIcon state="accepted" />
      <DeliveryIcon state="sent" />
      <DeliveryIcon state="unknown" />
    </>,
  )
  await expect.element(screen.getByText('Sent', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Sent to WhatsApp')).toBeVisible()
  await expect.element(screen.getByText('Not confirmed')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/deliver/i)
})
