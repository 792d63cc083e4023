/** The code of a town's winter service in Kotlin with Ktor, and the app of its drivers. */
const kt = (name: string, body: string): string => `package town.snow.${name}\n\n${body}\n`;

export const SNOW_CODE: Readonly<Record<string, string>> = {
  'settings.gradle.kts': 'rootProject.name = "frostline"\ninclude(":server", ":app", ":shared")\n',
  'server/build.gradle.kts':
    'plugins {\n    kotlin("jvm") version "2.0.0"\n    id("io.ktor.plugin") version "2.3.11"\n}\n\nversion = "3.1.0"\n\ndependencies {\n    implementation("org.jetbrains.exposed:exposed-jdbc:0.50.1")\n    implementation("io.lettuce:lettuce-core:6.3.2.RELEASE")\n    testImplementation("io.kotest:kotest-runner-junit5:5.9.0")\n}\n',
  'server/src/main/kotlin/town/snow/routing/RoutePlanner.kt': kt(
    'routing',
    `import town.snow.fleet.Plough

/** Streets by how much they matter: hospitals and bus lines first. */
enum class Priority(val maxMinutes: Int) { HOSPITAL(45), BUS(120), SCHOOL(150), RESIDENTIAL(480) }

class RoutePlanner(private val graph: StreetGraph) {
    /** Nearest street of the highest priority next, until the salt is used up. */
    fun plan(plough: Plough, open: List<Street>): List<Street> {
        val left = open.toMutableList()
        val route = mutableListOf<Street>()
        var salt = plough.saltKg
        var at = plough.position
        while (left.isNotEmpty() && salt > RESERVE_KG) {
            val next = left.minWith(compareBy({ it.priority.ordinal }, { graph.metres(at, it) }))
            left.remove(next)
            route += next
            salt -= next.metres * GRAMS_PER_METRE / 1000
            at = next.end
        }
        return route
    }

    companion object {
        const val RESERVE_KG = 150
        const val GRAMS_PER_METRE = 90
    }
}`,
  ),
  'server/src/main/kotlin/town/snow/routing/StreetGraph.kt': kt(
    'routing',
    `/** Distances between crossings, by Dijkstra. */
class StreetGraph(private val edges: Map<Crossing, List<Edge>>) {
    fun metres(from: Crossing, street: Street): Int {
        val best = HashMap<Crossing, Int>()
        val queue = java.util.PriorityQueue<Pair<Crossing, Int>>(compareBy { it.second })
        queue += from to 0
        while (queue.isNotEmpty()) {
            val (crossing, metres) = queue.poll()
            if (best.putIfAbsent(crossing, metres) != null) continue
            if (crossing == street.start) return metres
            edges[crossing].orEmpty().forEach { queue += it.to to metres + it.metres }
        }
        throw UnreachableStreet(street.name)
    }
}

class UnreachableStreet(name: String) : RuntimeException("no way leads to $name")`,
  ),
  'server/src/main/kotlin/town/snow/fleet/Plough.kt': kt(
    'fleet',
    `import town.snow.routing.Crossing

/** A vehicle with what it carries and where it is. */
data class Plough(
    val id: String,
    val saltKg: Int,
    val position: Crossing,
    val driver: String?,
    val widthCm: Int = 300,
)`,
  ),
  'server/src/main/kotlin/town/snow/fleet/PositionHub.kt': kt(
    'fleet',
    `import io.ktor.websocket.Frame
import io.ktor.websocket.WebSocketSession
import org.slf4j.LoggerFactory
import java.util.concurrent.ConcurrentHashMap

/** Sends where ploughs are to everybody who looks at the map. */
class PositionHub {
    private val log = LoggerFactory.getLogger(PositionHub::class.java)
    private val watchers = ConcurrentHashMap.newKeySet<WebSocketSession>()

    suspend fun publish(plough: String, lat: Double, lon: Double) {
        for (session in watchers) {
            try {
                session.send(Frame.Text("""{"plough":"$plough","lat":$lat,"lon":$lon}"""))
            } catch (e: Exception) {
                log.warn("watcher gone", e)
                watchers -= session
            }
        }
    }
}`,
  ),
  'server/src/main/kotlin/town/snow/fleet/ShiftBook.kt': kt(
    'fleet',
    `import java.time.Duration
import java.time.Instant

/** Who drives when; the law allows nine hours. */
class ShiftBook(private val shifts: ShiftTable) {
    fun begin(driver: String, at: Instant): Shift {
        val last = shifts.last(driver)
        require(last == null || Duration.between(last.end, at) >= REST) { "$driver has to rest until \${last!!.end + REST}" }
        return shifts.insert(driver, at)
    }

    companion object {
        val LONGEST: Duration = Duration.ofHours(9)
        val REST: Duration = Duration.ofHours(11)
    }
}`,
  ),
  'server/src/main/kotlin/town/snow/weather/RoadForecast.kt': kt(
    'weather',
    `/** Whether a road freezes: by its own temperature, the dew point and what fell. */
class RoadForecast(private val stations: StationClient) {
    suspend fun isIcy(road: String): Boolean {
        val reading = stations.latest(road)
        return reading.roadCelsius <= ICY_BELOW && (reading.wet || reading.roadCelsius < reading.dewPoint)
    }

    companion object {
        const val ICY_BELOW = 0.5
    }
}`,
  ),
  'server/src/main/kotlin/town/snow/weather/StationClient.kt': kt(
    'weather',
    `import io.ktor.client.HttpClient
import io.ktor.client.call.body
import io.ktor.client.request.get
import kotlinx.coroutines.delay

/** Asks the stations at the roads; they answer slowly in the cold. */
class StationClient(private val http: HttpClient, private val base: String = System.getenv("STATION_URL")) {
    suspend fun latest(road: String): Reading {
        repeat(ATTEMPTS - 1) { attempt ->
            runCatching { return http.get("$base/roads/$road/latest").body() }
            delay(BACKOFF_MS * (attempt + 1))
        }
        return http.get("$base/roads/$road/latest").body()
    }

    private companion object {
        const val ATTEMPTS = 4
        const val BACKOFF_MS = 700L
    }
}`,
  ),
  'server/src/main/kotlin/town/snow/reports/CitizenReport.kt': kt(
    'reports',
    `import java.time.Instant

/** Somebody tells that a street is not cleared. */
data class CitizenReport(val street: String, val text: String, val photo: String?, val at: Instant)

class ReportDesk(private val reports: ReportTable) {
    /** Several reports of one street within two hours are one. */
    fun file(report: CitizenReport): Long {
        val same = reports.newest(report.street)
        if (same != null && report.at.epochSecond - same.at.epochSecond < SAME_WITHIN_SECONDS) return reports.join(same, report)
        return reports.insert(report)
    }

    private companion object {
        const val SAME_WITHIN_SECONDS = 7200
    }
}`,
  ),
  'server/src/main/kotlin/town/snow/billing/SaltLedger.kt': kt(
    'billing',
    `import java.math.BigDecimal

/** What salt costs each district. */
class SaltLedger {
    fun cost(kg: Int): BigDecimal = PRICE_PER_TONNE * BigDecimal(kg) / BigDecimal(1000)

    private companion object {
        val PRICE_PER_TONNE = BigDecimal("84.50")
    }
}`,
  ),
  'server/src/main/kotlin/town/snow/Application.kt':
    'package town.snow\n\nimport io.ktor.server.application.Application\nimport io.ktor.server.routing.get\nimport io.ktor.server.routing.post\nimport io.ktor.server.routing.routing\n\nfun Application.module() {\n    routing {\n        get("/ploughs") { call.respond(fleet.all()) }\n        post("/ploughs/{id}/route") { call.respond(planner.plan(fleet[call.id], streets.open())) }\n        post("/reports") { call.respond(desk.file(call.receive())) }\n        get("/roads/{road}/ice") { call.respond(forecast.isIcy(call.parameters["road"]!!)) }\n    }\n}\n',
  'server/src/main/resources/application.conf':
    'ktor {\n  deployment {\n    port = 8090\n    connectionGroupSize = 4\n  }\n}\ndatabase {\n  maximumPoolSize = 14\n}\n',
  'server/src/main/resources/db/V1__streets.sql':
    'CREATE TABLE streets (\n  id bigserial PRIMARY KEY,\n  name text NOT NULL,\n  priority text NOT NULL,\n  metres int NOT NULL,\n  cleared_at timestamptz\n);\n',
  'server/src/main/resources/db/V2__reports.sql':
    'CREATE TABLE reports (\n  id bigserial PRIMARY KEY,\n  street text NOT NULL,\n  body text NOT NULL,\n  photo text,\n  filed_at timestamptz NOT NULL\n);\n',
  'server/src/test/kotlin/town/snow/routing/RoutePlannerTest.kt': kt(
    'routing',
    'import io.kotest.core.spec.style.StringSpec\nimport io.kotest.matchers.shouldBe\n\nclass RoutePlannerTest : StringSpec({\n    "hospitals come before everything else" {\n        planner.plan(plough(), listOf(bus, hospital)).first() shouldBe hospital\n    }\n    "a plough keeps a reserve of salt" {\n        planner.plan(plough(saltKg = 150), listOf(bus)) shouldBe emptyList()\n    }\n})',
  ),
  'server/src/test/kotlin/town/snow/fleet/ShiftBookTest.kt': kt(
    'fleet',
    'import io.kotest.assertions.throwables.shouldThrow\nimport io.kotest.core.spec.style.StringSpec\n\nclass ShiftBookTest : StringSpec({\n    "nobody drives again after ten hours" {\n        shouldThrow<IllegalArgumentException> { book.begin("ida", tenHoursLater) }\n    }\n})',
  ),
  'app/src/main/kotlin/town/snow/app/NextStreetScreen.kt': kt(
    'app',
    'import androidx.compose.material3.Button\nimport androidx.compose.material3.Text\nimport androidx.compose.runtime.Composable\n\n/** What the driver sees: the next street, large enough for gloves. */\n@Composable\nfun NextStreetScreen(state: RouteState, onDone: () -> Unit) {\n    Text(state.next?.name ?? "Back to the depot", fontSize = LARGE)\n    Button(onClick = onDone, enabled = state.next != null) { Text("Cleared") }\n}',
  ),
  'app/src/main/kotlin/town/snow/app/OfflineQueue.kt': kt(
    'app',
    '/** Cleared streets wait here while there is no network. */\nclass OfflineQueue(private val store: Store) {\n    fun add(street: String) = store.append(street)\n\n    suspend fun flush(api: Api) {\n        for (street in store.all().take(BATCH)) {\n            api.cleared(street)\n            store.remove(street)\n        }\n    }\n\n    private companion object {\n        const val BATCH = 40\n    }\n}',
  ),
};
