// The page /help/email-setup.
import guide from '../../core/words/en/guides/email-setup.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideEmailSetup = () => <GuidePage name="guideEmailSetup" guide={guide} />
