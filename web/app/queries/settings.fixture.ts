// Test data: settings.
import type { Settings } from '../../../core/api/settings.ts'

export const testSettings: Settings = {
  ...{ language: 'en', timeZone: 'Asia/Tokyo', retentionDays: 30, quiet: null, digestAt: '08:00', linksAskSignIn: false },
  onboardingDismissed: false,
  notices: { new_device: true, mailbox_down: true, mailbox_backlog: true, phone_down: true, usage: true },
}
