// English: single words by kind.
import { wordSets } from '../dictionary.ts'

export const words = wordSets({
  // A name or topic never contains these.
  stop: `and or but not no nor if unless except when whenever while with without from by to in on at about that which who whose where
    is are was were be been am has have had having does do did can could will would should may might must it they them these those this
    me us i we you he she his her hers its their theirs our ours so than then as into onto via per until till since before after between
    over under above below during appears appear occurs occur stands only also just please within regarding concerning mentions mentioning contains containing contain
    includes including says saying matches starts begins ends list inbox mailbox subject title because although 's there too whoever
    spf dkim dmarc arrive arrives arriving come comes coming land lands landing send sends sent write writes wrote accept accepts`,
  article: 'other a an the any some every each all this that these those another certain mr mrs ms miss dr prof sir new',
  possessive: 'my our your his her their',
  kin: `aunt auntie aunty uncle grandma grandpa granny gran grandmother grandfather cousin nephew niece sister brother mum mom mother
    dad father son daughter wife husband partner friend buddy mate girlfriend boyfriend fiance fiancee neighbour neighbor colleague
    coworker co-worker kids kid child children parents flatmate roommate in-laws godmother godfather stepmother stepfather`,
  role: `boss chief manager supervisor landlord landlady lawyer solicitor attorney accountant bookkeeper agent broker doctor dentist gp
    therapist vet teacher tutor coach professor headmaster principal nanny babysitter childminder plumber electrician builder gardener
    caretaker janitor secretary assistant mentor director ceo cfo cto hr team family relatives friends colleagues coworkers co-workers
    customers customer clients client suppliers supplier vendors vendor contractors contractor tenants tenant neighbours neighbors
    students pupils teachers patients members guests investors investor partners employees staff bosses contacts parents people
    bank school kindergarten nursery college university uni insurance insurer gym club church clinic hospital surgery library council
    office employer company work landlords volunteers editors reviewers vip vips recruiters recruiter subscribers followers donors advertisers candidates applicants shareholders directors managers`,
  // Roles that probably occur in the sender's name.
  telling: `bank school kindergarten nursery college university uni insurance insurer gym club church clinic hospital surgery library
    council dentist doctor vet lawyer solicitor accountant employer`,
  // Words that are not names even if capitalized at the start, and not items in a list of names.
  noun: `invoice invoices bill bills receipt receipts order orders payment payments statement statements alert alerts alarm alarms
    warning warnings notice notices notification notifications reminder reminders update updates report reports confirmation
    confirmations code codes password passwords login logins security verification tracking delivery deliveries parcel parcels package
    packages shipment shipments shipping booking bookings reservation reservations ticket tickets flight flights train hotel travel
    job jobs offer offers interview interviews application applications contract contracts lease rent deposit tax taxes salary payslip
    payslips payroll meeting meetings event events calendar invitation invitations newsletter newsletters build builds server servers
    backup backups error errors failure failures incident incidents outage outages deploy deployment release releases review reviews
    comment comments issue issues pull request requests account accounts card cards transfer transfers balance credit debit loan
    mortgage insurance policy claim claims appointment appointments result results exam exams grade grades homework school class
    classes club team project projects budget quote quotes estimate estimates proposal proposals price prices discount sale sales
    refund refunds return returns complaint complaints feedback survey support case cases document documents file files photo photos
    picture pictures video videos attachment attachments spreadsheet presentation text subject title message messages mail mails email
    emails letter letters everything anything something whatever all every any only just people person sender senders news digest
    summary list lists group groups mailing domain address reply replies answer answers important urgent work family friends customers
    clients weekly daily monthly hourly monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december
    fine fines parking electricity electric gas water phone mobile broadband utility heating energy power rental
    subscription subscriptions membership memberships renewal renewals purchase purchases charge charges fee fees penalty
    cheque cheques check checks voucher vouchers coupon coupons gift warranty warranties permit permits license licenses
    licence visa passport visas form forms certificate certificates diploma vacancy vacancies opening openings candidate
    candidates applicant resume cv scholarship tuition timetable schedule schedules roster rota shift shifts agenda
    minutes memo memos newsfeed bulletin bulletins forecast weather wedding birthday party festival concert tour trip
    holiday itinerary itineraries boarding check-in cancellation cancellations change changes delay delays strike
    maintenance repair repairs inspection service services installation hosting domains ssl dns monitor monitoring disk
    cpu memory alertmanager prescription prescriptions lab medical vaccine vaccination dental health donation donations
    pension benefits vat audit compliance legal court summons nda agreement agreements signature signatures petition vote
    ballot election committee board ledger sheet dispatch pickup pick-up collection customs courier freight cargo
    inventory stock stocks share shares dividend dividends crypto bid bids auction tender tenders lead leads enquiry
    enquiries inquiry inquiries question questions bug bugs patch patches merge commit commits pipeline pipelines cluster
    node nodes database log logs postmortem overdue unpaid late new old annual yearly quarterly final second first last
    pending failed suspicious status planned scheduled confirmed official internal rejected approved accepted declined
    expired expiring missing cancelled canceled postponed delayed lost stolen damaged broken sold order-confirmation
    sailing canal garden house flat apartment boat car vehicle driving bus ferry taxi ride room table dinner lunch
    restaurant pharmacy grocery groceries shop store shopping drop restock workshop course courses lecture lectures
    seminar webinar conference talk pupil parents evening pta volunteer volunteers rehearsal choir band match fixture
    fixtures training session sessions lesson lessons league score scores seat seats snapshot quota storage usage overage
    trial trials signup signups order-status one-time sign-in log-in profile identity fraud phishing authenticator device
    devices`,
  // What kind of sender it is, not what the emails contain: a bank, a shop.
  kind: `sons co partners brothers associates bank ci cd monitoring build hr it system shop store school club insurance utility airline hotel courier carrier gym university employer agency company firm vendor
    supplier provider telecom council landlord pharmacy practice garage
    bakery butcher restaurant cafe studio supermarket museum theatre association charity foundation dentist clinic doctor lawyer
    accountant notary caterer florist plumber electrician printer publisher brewery winery travel tax`,
  // What may stand between the words of an action: hide *all the* digits.
  glue: `the a an any all my their its his her your our it them these those this that be is are been being should
    must shall will may just really always please kindly also then too simply ever get gets me us up out as well and each every both whole full actual themselves itself`,
  mail: 'mailing discussion mail mails email emails e-mail e-mails message messages letters traffic posts',
  // Common first names.
  given: `sam alex chris pat jo max charlie robin kim lee nick tom ben dan mike john james david daniel michael mark paul peter matt
    anna maria sara sarah laura julia emma kate jane mary lisa nina eva tim rob bob jim joe steve andy tony will jack harry george
    martin thomas andrea jordan taylor casey jamie morgan drew lou terry frankie nicky ali`,
})
