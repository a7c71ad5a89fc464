// Tests that the tab bar on phones never covers the focused element.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../styles/main.css'

test('what takes the focus is scrolled clear of the tabs of a phone', async () => {
  await page.viewport(390, 600)
  const place = document.createElement('div')
  place.innerHTML = `
    <div style="height: 550px"></div><button type="button">Save</button><div style="height: 900px"></div>
    <nav class="tab-bar" style="position: fixed; inset: auto 0 0; height: 64px"></nav>`
  document.body.append(place)
  const [button, tabs] = [place.querySelector('button'), place.querySelector('nav')]
  try {
    button?.focus()
    const gapPx = () => Math.round((tabs?.getBoundingClientRect().top ?? 0) - (button?.getBoundingClientRect().bottom ?? 0))
    await expect.poll(gapPx).toBeGreaterThan(0)
  } finally {
    place.remove()
  }
})
