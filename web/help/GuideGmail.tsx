// The page /help/gmail-integration.
import guide from '../../core/words/en/guides/gmail-integration.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideGmail = () => <GuidePage name="guideGmail" guide={guide} />
