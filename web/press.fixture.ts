// Clicks a control in a test without hit testing: without styles, the backdrop of a dialog covers it.
import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

export async function press(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}
