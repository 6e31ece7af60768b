# Workers have no address outside; what they reach of Google's they reach from inside.
resource "google_compute_network" "workers" {
  name                    = "${var.name}-workers"
  auto_create_subnetworks = false

  depends_on = [google_project_service.used]
}

resource "google_compute_subnetwork" "workers" {
  name                     = "${var.name}-workers"
  region                   = var.region
  network                  = google_compute_network.workers.id
  ip_cidr_range            = "10.128.0.0/19" # 8,188 workers
  private_ip_google_access = true
}

# Dataflow's workers shuffle among themselves on these ports.
resource "google_compute_firewall" "shuffle" {
  name        = "${var.name}-shuffle"
  network     = google_compute_network.workers.id
  direction   = "INGRESS"
  source_tags = ["dataflow"]
  target_tags = ["dataflow"]

  allow {
    protocol = "tcp"
    ports    = ["12345", "12346"]
  }
}
