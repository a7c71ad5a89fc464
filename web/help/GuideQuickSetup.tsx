// The page /help/quick-setup.
import guide from '../../core/words/en/guides/quick-setup.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideQuickSetup = () => <GuidePage name="guideQuickSetup" guide={guide} />
