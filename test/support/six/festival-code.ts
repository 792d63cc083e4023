/** The code of a festival's cashless payment in Java, with a web page beside it. */
export const FESTIVAL_CODE: Readonly<Record<string, string>> = {
  'pom.xml':
    '<project>\n  <artifactId>wristpay</artifactId>\n  <version>4.3.0</version>\n  <properties>\n    <java.version>21</java.version>\n  </properties>\n</project>\n',
  'src/main/java/org/wristpay/wallet/Wallet.java': `package org.wristpay.wallet;

/** The money on a wristband, in cents. */
public record Wallet(String band, long cents, boolean blocked) {
  public static final long MOST_CENTS = 20_000;

  public Wallet charge(long amount) {
    if (blocked) throw new BandBlocked(band);
    if (amount > cents) throw new NotEnoughMoney(band, amount - cents);
    return new Wallet(band, cents - amount, false);
  }

  public Wallet topUp(long amount) {
    if (cents + amount > MOST_CENTS) throw new IllegalArgumentException("a band holds at most 200 euros");
    return new Wallet(band, cents + amount, blocked);
  }
}
`,
  'src/main/java/org/wristpay/wallet/NotEnoughMoney.java':
    'package org.wristpay.wallet;\n\npublic class NotEnoughMoney extends RuntimeException {\n  public NotEnoughMoney(String band, long missing) {\n    super("band " + band + " lacks " + missing + " cents");\n  }\n}\n',
  'src/main/java/org/wristpay/wallet/BandBlocked.java':
    'package org.wristpay.wallet;\n\npublic class BandBlocked extends RuntimeException {\n  public BandBlocked(String band) {\n    super("band " + band + " is blocked");\n  }\n}\n',
  'src/main/java/org/wristpay/sync/TerminalSync.java': `package org.wristpay.sync;

import java.time.Duration;

/** Terminals work without network and send their sales when they have one again. */
public class TerminalSync {
  static final Duration INTERVAL = Duration.ofSeconds(45);
  static final int BATCH = 250;
  private final SalesQueue queue;

  public int flush() {
    int sent = 0;
    for (var batch : queue.batches(BATCH)) {
      upload(batch);
      queue.confirm(batch);
      sent += batch.size();
    }
    return sent;
  }
}
`,
  'src/main/java/org/wristpay/sync/ConflictResolver.java': `package org.wristpay.sync;

/** Decides what counts if two terminals charged the same band while they were offline. */
public class ConflictResolver {
  public Sale resolve(Sale first, Sale second) {
    return first.time().isBefore(second.time()) ? first : second;
  }
}
`,
  'src/main/java/org/wristpay/refund/RefundService.java': `package org.wristpay.refund;

/** Pays back what is left on a band after the festival. */
public class RefundService {
  private static final long FEE_CENTS = 250;
  private static final int DEADLINE_DAYS = 30;

  public long payable(long leftCents) {
    return Math.max(0, leftCents - FEE_CENTS);
  }

  public boolean isOpen(java.time.LocalDate end, java.time.LocalDate today) {
    return !today.isAfter(end.plusDays(DEADLINE_DAYS));
  }
}
`,
  'src/main/java/org/wristpay/stall/MenuImporter.java': `package org.wristpay.stall;

import java.util.List;

/** Reads the price list of a stall: name, tab, price. */
public class MenuImporter {
  public List<Item> read(String text) {
    return text.lines()
        .filter(line -> !line.isBlank())
        .map(line -> line.split("\\t"))
        .map(cells -> new Item(cells[0], Math.round(Double.parseDouble(cells[1]) * 100)))
        .toList();
  }
}
`,
  'src/main/java/org/wristpay/stall/Deposit.java': `package org.wristpay.stall;

/** Cups cost a deposit, which comes back with the cup. */
public final class Deposit {
  public static final long CUP_CENTS = 200;

  public static long forCups(int bought, int returned) {
    return (bought - returned) * CUP_CENTS;
  }
}
`,
  'src/main/java/org/wristpay/web/BalanceController.java': `package org.wristpay.web;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.wristpay.wallet.Wallet;

public class BalanceController {
  @GetMapping("/bands/{band}/balance")
  public Balance balance(@PathVariable String band) {
    Wallet wallet = wallets.find(band).orElseThrow(BandUnknown::new);
    return new Balance(wallet.cents() / 100.0, wallet.blocked());
  }
}
`,
  'src/main/resources/application.yml':
    'server:\n  port: 8443\nspring:\n  datasource:\n    hikari:\n      maximum-pool-size: 12\nwristpay:\n  receipt-mail: true\n',
  'src/main/resources/db/changelog/003-sales.sql':
    'CREATE TABLE sales (\n  id bigserial PRIMARY KEY,\n  band text NOT NULL,\n  stall int NOT NULL,\n  cents bigint NOT NULL,\n  sold_at timestamptz NOT NULL\n);\n',
  'src/test/java/org/wristpay/wallet/WalletTest.java': `package org.wristpay.wallet;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class WalletTest {
  @Test
  void aBandNeverGoesBelowZero() {
    assertThrows(NotEnoughMoney.class, () -> new Wallet("b1", 100, false).charge(101));
  }
}
`,
  'src/test/java/org/wristpay/refund/RefundServiceTest.java':
    'package org.wristpay.refund;\n\nclass RefundServiceTest {\n  @org.junit.jupiter.api.Test\n  void theFeeIsNeverMoreThanWhatIsLeft() {}\n}\n',
  'site/balance.js':
    'export async function showBalance(band) {\n  const answer = await fetch("/bands/" + band + "/balance");\n  const { euros } = await answer.json();\n  document.querySelector("#balance").textContent = euros + " €";\n}\n',
};
