// Tests that the gallery renders its filter examples and every state that can be chosen.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { stage } from '../stage.fixture.tsx'
import { Gallery } from './Gallery.tsx'

test('every state of the typed filter, the trial and the palette can be viewed', async () => {
  const page = await stage(<Gallery />, ['gallery', 'link', 'sentence', 'shell', 'editor', 'builder', 'query', 'palette'])
  await expect.element(page.getByText('In sync', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 problem', { exact: true })).toBeVisible()
  const [trial, palette] = page.getByRole('combobox', { name: 'Shown' }).all()
  if (!trial || !palette) throw new Error('A state selector is missing.')
  await userEvent.selectOptions(trial, 'while it runs')
  await expect.element(page.getByText('running', { exact: true })).toBeVisible()
  await userEvent.selectOptions(trial, 'with everything matching')
  await expect.element(page.getByText('of 500 emails', { exact: false })).toBeVisible()
  await userEvent.selectOptions(palette, 'with no results')
  await expect.element(page.getByText('No results.', { exact: false }).first()).toBeVisible()
})
