// The page /help/first-email.
import guide from '../../core/words/en/guides/first-email.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideFirstEmail = () => <GuidePage name="guideFirstEmail" guide={guide} />
