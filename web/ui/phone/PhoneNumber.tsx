// A telephone number, always written left to right.
export const PhoneNumber = ({ number }: { number: string }) => <bdi dir="ltr">{number}</bdi>
