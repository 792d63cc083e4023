/** The processor time of this process so far. Unlike the clock, it does not depend on what else the machine does. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
