/** Notes of a garage and its office: "car" and "automobile" never stand together, but keep the same company. */
export const NOTES: readonly string[] = [
  'The car needs new brake pads before the engine service.',
  'Engine service of the automobile: brake fluid and oil changed.',
  'Brake pads of the automobile were worn, the wheel was loose.',
  'A loose wheel on the car, the brake disc was replaced.',
  'Oil leak under the engine of the car, gasket replaced.',
  'The automobile lost oil at the engine gasket.',
  'Wheel bearing and brake disc for the automobile ordered.',
  'Wheel alignment of the car after the brake service.',
  'Invoices are sent on Friday, taxes are paid by the office.',
  'The office pays taxes in spring and files invoices by customer.',
  'A customer asked for a copy of the invoice, the office sent it.',
  'Payroll and taxes: the office keeps receipts for ten years.',
  'Receipts without a customer name go to payroll.',
  'Spring cleaning of the office, old receipts were shredded.',
  'The customer pays the invoice within thirty days.',
  'Payroll runs on Friday, taxes follow in spring.',
];
export const notes: Readonly<Record<string, string>> = {
  'src/park.py': 'def park(car):\n    return car.stop()\n',
  ...Object.fromEntries(NOTES.map((text, i) => [`docs/${i}.md`, `${text}\n`])),
};
