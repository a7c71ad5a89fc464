// The page /help/whatsapp-guide.
import guide from '../../core/words/en/guides/whatsapp-guide.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideWhatsapp = () => <GuidePage name="guideWhatsapp" guide={guide} />
