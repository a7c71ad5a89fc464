// Tests that the tab bar on phones never covers the focused element.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../styles/main.css'

test('the focused element is scrolled clear of the tab bar on a phone', async () => {
  await page.viewport(390, 600)
  const container = document.createElement('div')
  container.innerHTML = `
    <div style="height: 550px"></div><button type="button">Save</button><div style="height: 900px"></div>
    <nav class="tab-bar" style="position: fixed; inset: auto 0 0; height: 64px"></nav>`
  document.body.append(container)
  const [button, tabs] = [container.querySelector('button'), container.querySelector('nav')]
  try {
    button?.focus()
    const gapPx = () => Math.round((tabs?.getBoundingClientRect().top ?? 0) - (button?.getBoundingClientRect().bottom ?? 0))
    await expect.poll(gapPx).toBeGreaterThan(0)
  } finally {
    container.remove()
  }
})
