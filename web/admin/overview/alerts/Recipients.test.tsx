// Tests that the alerts card says who gets alerts, and warns when nobody does.
import { expect, test } from 'vitest'
import { stage } from '../../../stage.fixture.tsx'
import { RecipientsNote } from './Recipients.tsx'

const show = (recipients: string[], isDefault: boolean) =>
  stage(<RecipientsNote settings={{ recipients, isDefault, phones: [] }} />, ['adminoverview'])

test('the people who get alerts are named, and whether they were chosen', async () => {
  const screen = await show(['ana@example.com', 'ben@example.com'], true)
  await expect.element(screen.getByText('Emails go to every administrator: ana@example.com and ben@example.com.')).toBeVisible()
  const chosen = await show(['ana@example.com'], false)
  await expect.element(chosen.getByText('Emails go to ana@example.com.')).toBeVisible()
})

test('it warns when nobody gets them', async () => {
  const screen = await show([], false)
  await expect.element(screen.getByText('Nobody is emailed when an alert opens.')).toBeVisible()
})
